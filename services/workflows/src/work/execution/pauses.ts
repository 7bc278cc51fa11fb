/** Who is away is asked again after so long at first, a node that failed is tried again, ms; then twice as long each time. */
const [FIRST_AGAIN_MS, FIRST_RETRY_MS] = [500, 1_000];
const LONGEST_MS = 60_000;

const growing = (firstMs: number, before: number): number => Math.min(firstMs * 2 ** before, LONGEST_MS);

/** `times`: so often in a row it was away before. */
export const againAfterMs = (times: number): number => growing(FIRST_AGAIN_MS, times);
/** `attempt`: the one that failed, from 1. */
export const retryAfterMs = (attempt: number): number => growing(FIRST_RETRY_MS, attempt - 1);
