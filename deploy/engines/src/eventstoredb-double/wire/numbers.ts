/** Largest signed 64-bit number: the revision of a tombstone on the wire. */
const LARGEST = '9223372036854775807';

/** The largest unsigned 64-bit number, as text and as the nearest double. */
const LARGEST_UNSIGNED = '18446744073709551615';
export const BEYOND_ALL = Number(LARGEST_UNSIGNED);

/** A position as unsigned 64-bit decimal text, in which -1 is the largest number. */
export const uint64Text = (value: number): string => (value < 0 ? LARGEST_UNSIGNED : int64Text(value));

/** A revision or position as 64-bit decimal text. */
export const int64Text = (value: number): string => (value >= 2 ** 63 ? LARGEST : String(value));

/** A 64-bit decimal text as a number; what is beyond all revisions and positions comes out as some larger number. */
export const numberFrom = (text: string): number => Number(text);
