import { derivedId, type Json } from '@cairn/kernel';
import { specialNumber } from '../../../formats/values.js';
import type { NodeValue } from '../elements.js';

/** A number as its digits, without zeros around them, and its exponent: the same for all spellings of one number. */
const numberText = (written: string): string => {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^[+-]?0*/, '');
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  const power = BigInt(exponent) + BigInt(digits.length - end - fraction.length);
  return `${mantissa.startsWith('-') ? '-' : ''}${digits.slice(0, end)}e${power}`;
};

const objectText = (value: { readonly [key: string]: Json | undefined }): string => {
  const special = specialNumber(value);
  if (special !== undefined) return special.kind === 'float' ? special.text : numberText(special.text);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${sameText(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
};

/** The same for values that are equal as JSON. Bodies and files bound how deep values are. */
const sameText = (value: Json): string => {
  if (typeof value === 'number') return numberText(String(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(sameText).join(',')}]`;
  return objectText(value as { readonly [key: string]: Json | undefined });
};

/** Two nodes with the same key break what the schema has as unique. */
export interface UniqueKey {
  readonly key: string;
  /** Of the property. */
  readonly name: string;
}

/** So many unique values one node may have. */
export const MOST_KEYS = 100;

/** The properties of nodes that have to be unique. */
export interface UniqueProperties {
  /** The same for the same properties of the same types. */
  readonly digest: string;
  /** A key for each value of the node that has to be unique; one more than `MOST_KEYS` at most. */
  readonly keysOf: (node: NodeValue) => readonly UniqueKey[];
}

/** Stands for a value, whatever its size. */
export const valueKey = (value: Json): string => derivedId(sameText(value));

/** The same for elements of a type that have the same value in a property. */
export const uniqueKey = (type: string, name: string, value: string): string => derivedId(type, name, value);
