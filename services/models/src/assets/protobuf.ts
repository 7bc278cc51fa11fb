import type { SentFile } from './head.js';

/** A field of a message, without its content where that is long. */
export interface Field {
  readonly number: number;
  readonly kind: 'varint' | 'fixed' | 'bytes';
  /** Of `varint`; what is over 2^53 is not exact. */
  readonly value: number;
  /** Where the content begins, and how long it is. */
  readonly at: number;
  readonly length: number;
}

/** A tag and a length are at most so long together. */
const HEAD = 20;
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/**
 * The fields of the message that a file is, over whose contents it steps: a few bytes are read for each. `undefined` when
 * the file is no such message, or has more fields than `most`.
 */
export const fieldsOf = async (
  { size, read }: SentFile,
  most: number,
): Promise<readonly Field[] | undefined> => {
  const fields: Field[] = [];
  const headAt = windowed(read);
  for (let at = 0; at < size;) {
    if (fields.length >= most) return undefined;
    const field = fieldAt(await headAt(at), at);
    if (field === undefined || field.at + field.length > size) return undefined;
    fields.push(field);
    at = field.at + field.length;
  }
  return fields;
};

/** So many bytes are read at once: small fields stand together. */
const WINDOW = 65_536;

const windowed = (read: SentFile['read']) => {
  let window: Buffer = Buffer.alloc(0);
  let start = 0;
  return async (at: number): Promise<Buffer> => {
    if (at < start || at + HEAD > start + window.length) {
      window = await read(at, WINDOW);
      start = at;
    }
    return window.subarray(at - start, at - start + HEAD);
  };
};

const fieldAt = (head: Buffer, at: number): Field | undefined => {
  const tag = varint(head, 0);
  if (tag === undefined) return undefined;
  const number = Math.floor(tag.value / 8);
  if (number === 0) return undefined;
  const wire = tag.value % 8;
  const fixed = FIXED[wire];
  if (fixed !== undefined) return { number, kind: 'fixed', value: 0, at: at + tag.end, length: fixed };
  if (wire !== 0 && wire !== 2) return undefined;
  const told = varint(head, tag.end);
  if (told === undefined) return undefined;
  const { value, end } = told;
  return wire === 0
    ? { number, kind: 'varint', value, at: at + end, length: 0 }
    : { number, kind: 'bytes', value: 0, at: at + end, length: value };
};

const varint = (
  bytes: Buffer,
  from: number,
): { readonly value: number; readonly end: number } | undefined => {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: from + index + 1 };
  }
  return undefined;
};
