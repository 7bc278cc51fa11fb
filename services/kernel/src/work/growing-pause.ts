const LONGEST_MS = 60_000;

/** A pause that is twice as long each time, up to a minute, ms; `before`: how many there were. */
export const growingPause = (firstMs: number, before: number): number =>
  Math.min(firstMs * 2 ** before, LONGEST_MS);
