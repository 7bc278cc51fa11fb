const HOUR_MS = 60 * 60 * 1000;

/** A bearer is good for a day, the refresh token beside it for thirty (SPEC-sessions). */
const BEARER_MS = 24 * HOUR_MS;
const REFRESH_MS = 30 * 24 * HOUR_MS;
/** A bearer that is not used for so long is over. */
export const IDLE_MS = 2 * HOUR_MS;
/** How long the refresh token before the last still gives its successor: a retry is not a theft. */
export const RETRY_MS = 30_000;

const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/** The ends of what is given out now (RFC 3339). */
export const lifetimeFrom = (
  at: string,
): { readonly expires_at: string; readonly refresh_until: string } => ({
  expires_at: after(at, BEARER_MS),
  refresh_until: after(at, REFRESH_MS),
});
