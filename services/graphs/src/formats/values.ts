import type { Json } from '@cairn/kernel';
import { limits } from './limits.js';

/**
 * Numbers that JSON has no place for, as JSON that keeps them through every store and every body:
 * `{"$integer": "9007199254740993"}` beyond 2^53, `{"$float": "NaN" | "Infinity" | "-Infinity"}`,
 * `{"$decimal": "0.1000000000000000000001"}` of more than fifteen digits. Any other object is an object.
 */
export type SpecialNumber =
  | { readonly kind: 'integer'; readonly text: string }
  | { readonly kind: 'float'; readonly text: string }
  | { readonly kind: 'decimal'; readonly text: string };

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?[\d.][\d.eE+-]*$/;
const INFINITY = /^([+-]?)inf(?:inity)?$/i;
/** So many digits a double keeps whatever they are. */
const EXACT_DIGITS = 15;

/** The special number that a value stands for. */
export const specialNumber = (value: Json): SpecialNumber | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [entry, more] = Object.entries(value);
  if (entry === undefined || more !== undefined) return undefined;
  const [key, text] = entry as [string, Json];
  return typeof text === 'string' ? tagged(key, text) : undefined;
};

const tagged = (key: string, text: string): SpecialNumber | undefined => {
  if (key === '$integer' && isLargeInteger(text)) return { kind: 'integer', text };
  if (key === '$float' && ['NaN', 'Infinity', '-Infinity'].includes(text)) return { kind: 'float', text };
  if (key === '$decimal' && isLongDecimal(text)) return { kind: 'decimal', text };
  return undefined;
};

const isLargeInteger = (text: string): boolean =>
  text.length > EXACT_DIGITS &&
  text.length <= limits.digits &&
  /^-?[1-9]\d*$/.test(text) &&
  !Number.isSafeInteger(Number(text));

const isLongDecimal = (text: string): boolean =>
  text.length <= limits.digits && isDecimal(text) && !INTEGER.test(text) && digitsOf(text) > EXACT_DIGITS;

const isDecimal = (text: string): boolean => NUMBER.test(text) && !Number.isNaN(Number(text));

const digitsOf = (text: string): number => {
  const mantissa = text.toLowerCase().split('e')[0] ?? '';
  return mantissa.replaceAll(/[^\d]/g, '').replace(/^0+/, '').length;
};

export type JsonObject = Readonly<Record<string, Json>>;

/** Whether a value is an object and stands for no special number. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && specialNumber(value) === undefined;

/** Whether a value is a list of texts alone. */
export const isTexts = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && (value as readonly Json[]).every((one) => typeof one === 'string');

/** An integer of any size, `undefined` when the text is none. */
export const integerOf = (text: string): Json | undefined => {
  if (!INTEGER.test(text) || text.length > limits.digits) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : { $integer: BigInt(withoutPlus(text)).toString() };
};

const withoutPlus = (text: string): string => (text.startsWith('+') ? text.slice(1) : text);

/** A double, NaN and the infinities among them; `undefined` when the text is none, or is beyond what a double holds. */
export const floatOf = (text: string): Json | undefined => {
  if (/^nan$/i.test(text)) return { $float: 'NaN' };
  const infinity = INFINITY.exec(text);
  if (infinity !== null) return { $float: infinity[1] === '-' ? '-Infinity' : 'Infinity' };
  const number = NUMBER.test(text) && text.length <= limits.digits ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
};

/** A decimal of any length. */
export const decimalOf = (text: string): Json | undefined => {
  if (text.length > limits.digits || !isDecimal(text)) return undefined;
  if (INTEGER.test(text)) return integerOf(text);
  return isLongDecimal(text) ? { $decimal: text } : floatOf(text);
};

export const booleanOf = (text: string): boolean | undefined => {
  const word = text.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
};
