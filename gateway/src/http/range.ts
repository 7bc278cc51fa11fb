/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const SINGLE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * What a `Range` header asks of a file of that size (RFC 9110, 14.2). `undefined`: the whole file, as for several
 * ranges and for what is no range of bytes; `unsatisfiable`: 416.
 */
export const rangeOf = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined => {
  const match = SINGLE.exec(header ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  return first === '' ? suffixOf(last, size) : spanOf(first, last, size);
};

const spanOf = (first: string, last: string, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
};

const suffixOf = (last: string, size: number): ByteRange | 'unsatisfiable' | undefined => {
  if (last === '') return undefined;
  const length = Number(last);
  return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
};
