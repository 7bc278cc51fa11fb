/** V8 copies shorter parts by itself. */
const COPIED = 13;
/** A whole that may be kept: it is no more than a few states take. */
const SMALL = 4_096;

/**
 * A part of a text that does not keep the whole of it in memory. V8 makes of `slice` a view of the whole: a name of
 * twenty characters that stays in a state would keep the ten megabytes of the body that it came in (S11).
 */
export const partOf = (text: string, start: number, end: number): string => {
  const part = text.slice(start, end);
  if (text.length <= SMALL || part.length < COPIED || part.length * 2 > text.length) return part;
  return ` ${part}`.slice(1);
};
