/** V8 copies shorter parts by itself. */
const COPIED = 13;

/**
 * A part of a text that does not keep the whole of it in memory. V8 makes of `slice` a view of the whole: a name of
 * twenty characters that stays in a state would keep the ten megabytes of the body that it came in (S11).
 */
export const partOf = (text: string, start: number, end: number): string => {
  const part = text.slice(start, end);
  return part.length < COPIED || part.length * 2 > text.length ? part : ` ${part}`.slice(1);
};
