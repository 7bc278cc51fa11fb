import type { Scalar } from '../port.js';

/**
 * A scalar as a text, so that the bytes of two keys compare as `matching.ts` compares the scalars: absent and null first,
 * then booleans and numbers, then texts. With one type in an index, ranges cross no types and null is a value. Half a
 * surrogate pair, which no UTF-8 holds, counts as U+FFFD when it is filtered or sorted by.
 */
export const keyOf = (value: Scalar): string => {
  switch (typeof value) {
    case 'string':
      return `2${value}`;
    case 'number':
      return `1${numberKey(value)}`;
    case 'boolean':
      // Beside the number that it sorts as, and not equal to it.
      return `1${numberKey(Number(value))}b`;
    default:
      return ABSENT;
  }
};

/** Where a range begins or ends: before everything that compares as equal. */
export const boundOf = (value: Scalar): string => keyOf(typeof value === 'boolean' ? Number(value) : value);

const ABSENT = '0';
/** Below every value that is there. */
export const PRESENT = '1';

const bytes = Buffer.alloc(8);

/** The bits of a double in hexadecimal, turned so that they count up from the lowest number to the highest. */
const numberKey = (value: number): string => {
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  const flipped = bytes.readUInt8(0) >= 0x80 ? 0xff : 0;
  for (let at = 0; at < bytes.length; at += 1) bytes.writeUInt8(bytes.readUInt8(at) ^ flipped, at);
  if (flipped === 0) bytes.writeUInt8(bytes.readUInt8(0) | 0x80, 0);
  return bytes.toString('hex');
};
