import { v7 } from 'uuid';

let count = 0;

/** An id that sorts by its time and, within a millisecond of this process, by the order in which it was asked for. */
export const entryId = (ms: number): string => {
  count = (count + 1) % 0x7fff_ffff;
  return v7({ msecs: ms, seq: count });
};

/** Below the ids of a time (milliseconds since 1970), above those of the times before. */
export const beforeIdsOf = (ms: number): string => {
  const hex = Math.min(Math.max(ms, 0), LAST_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-`;
};

export const BEFORE_ALL = '';
export const AFTER_ALL = 'g';

const LAST_MS = 2 ** 48 - 1;
