/** Largest signed 64-bit number: the revision of a tombstone on the wire. */
const LARGEST = '9223372036854775807';

/** A revision or position as 64-bit decimal text. */
export const int64Text = (value: number): string => (value >= 2 ** 63 ? LARGEST : String(value));

/** A 64-bit decimal text as a number; what is beyond all revisions and positions comes out as some larger number. */
export const numberFrom = (text: string): number => Number(text);
