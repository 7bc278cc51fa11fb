/** Time and fresh ids, so that specs can hold them still. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339 UTC with milliseconds. */
export const timestamp = (ms: number): string => {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
};
/** What happens at once is told the time of several times. */
let last = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');

/**
 * A time as a caller may write it (RFC 3339, any offset), as times are kept and compared: UTC with milliseconds. A leap
 * second is the second after it; what lies outside of the years 0000 to 9999 in UTC is the nearest within.
 */
export const utcTime = (time: string): string => {
  const isLeap = /:\d\d:60/.test(time);
  const ms = Date.parse(isLeap ? time.replace(/:60(?:\.\d+)?/, ':59') : time);
  return timestamp(Math.min(Math.max(isLeap ? ms + 1000 : ms, EARLIEST), LATEST));
};
