/** Time and fresh ids, so that specs can hold them still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339 UTC with milliseconds. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
