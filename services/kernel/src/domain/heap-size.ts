import type { Json } from '../base/json-value.js';

/** Of a string beside its characters, of a number, of an object or array, and of each of its places. */
const STRING = 24;
const NUMBER = 8;
const OBJECT = 40;
const PLACE = 8;
/** Names of fields are there once for all objects; longer keys are ids, and each object that is keyed by them has its own table. */
const LONGEST_NAME = 24;
const ID = 96;

/** What data that were read from JSON take in V8's heap, bytes, within a factor of two: texts beyond Latin-1 take twice as much. */
export const heapBytes = (data: Json | undefined): number => {
  if (typeof data === 'string') return STRING + data.length;
  if (typeof data === 'number') return NUMBER;
  if (typeof data !== 'object' || data === null) return 0;
  return OBJECT + (isArray(data) ? elementBytes(data) : fieldBytes(data));
};

const elementBytes = (elements: readonly Json[]): number => {
  let bytes = 0;
  for (const element of elements) bytes += PLACE + heapBytes(element);
  return bytes;
};

const fieldBytes = (fields: Readonly<Record<string, Json | undefined>>): number => {
  let bytes = 0;
  for (const key in fields) bytes += (key.length > LONGEST_NAME ? ID : PLACE) + heapBytes(fields[key]);
  return bytes;
};

const isArray = (data: Json): data is readonly Json[] => Array.isArray(data);
