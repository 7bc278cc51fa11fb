import type { Json } from '@cairn/kernel';
import type { PropertyType, ScalarType } from './element.js';
import { isXmlText } from './xml-text.js';
import { booleanOf, decimalOf, floatOf, integerOf, specialNumber } from './values.js';

const trimmed =
  (read: (text: string) => Json | undefined) =>
  (text: string): Json | undefined =>
    read(text.trim());

const readers: Readonly<Record<ScalarType, (text: string) => Json | undefined>> = {
  string: (text) => text,
  any_uri: (text) => text,
  boolean: trimmed(booleanOf),
  integer: trimmed(integerOf),
  long: trimmed(integerOf),
  float: trimmed(floatOf),
  double: trimmed(floatOf),
  big_integer: trimmed(integerOf),
  big_decimal: trimmed(decimalOf),
};

/** The value of a text in a scalar type, `undefined` when it is none. Numbers and booleans may have spaces around them. */
export const scalarOf = (text: string, type: ScalarType): Json | undefined => readers[type](text);

/** How a scalar is written in XML. */
export const scalarText = (value: Json): string => {
  if (typeof value === 'object') return specialNumber(value)?.text ?? JSON.stringify(value);
  return typeof value === 'number' && Object.is(value, -0) ? '0' : String(value);
};

/** The texts of a list, or the one of a scalar. */
export const textsIn = (value: Json): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).map(scalarText) : [scalarText(value)];

const LONG = 2n ** 63n;
const INTEGER = 2 ** 31;

/** The narrowest type of the ones that are written which holds a value as it is. */
export const typeOf = (value: Json): PropertyType => {
  if (Array.isArray(value)) return listTypeOf(value as readonly Json[]);
  return scalarTypeOf(value) ?? 'json';
};

const scalarTypeOf = (value: Json): ScalarType | undefined => {
  switch (typeof value) {
    case 'string':
      return isXmlText(value) ? 'string' : undefined;
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isSafeInteger(value) ? 'long' : 'double';
    default:
      return specialTypeOf(value);
  }
};

const specialTypeOf = (value: Json): ScalarType | undefined => {
  const special = specialNumber(value);
  switch (special?.kind) {
    case 'integer':
      return 'big_integer';
    case 'float':
      return 'double';
    case 'decimal':
      return 'big_decimal';
    case undefined:
      return undefined;
  }
};

const isLong = (text: string): boolean => {
  const number = BigInt(text);
  return number >= -LONG && number < LONG;
};

/** A list of one scalar type; an empty one may be any. */
const listTypeOf = (values: readonly Json[]): PropertyType => {
  const types = values.map((value) => (Array.isArray(value) ? undefined : scalarTypeOf(value)));
  const joined = types.reduce(
    (one, other) => (one === undefined || other === undefined ? undefined : joinedScalar(one, other)),
    types[0] ?? 'string',
  );
  return joined === undefined ? 'json' : `list<${joined}>`;
};

/** Each holds all numbers of those before it: whole ones up to 2^53, which a double holds too, else whole ones of any size. */
const chains: readonly (readonly ScalarType[])[] = [
  ['integer', 'long', 'big_integer'],
  ['integer', 'long', 'double'],
];

const joinedScalar = (one: ScalarType, other: ScalarType): ScalarType | undefined => {
  if (one === other) return one;
  const chain = chains.find((types) => types.includes(one) && types.includes(other));
  return chain?.findLast((type) => type === one || type === other);
};

/** A type that holds what both hold, exactly; `undefined` when none does. */
export const joinedType = (one: PropertyType, other: PropertyType): PropertyType | undefined => {
  if (one === other) return one;
  const [item, otherItem] = [itemType(one), itemType(other)];
  if (item !== undefined && otherItem !== undefined) {
    const joined = joinedScalar(item, otherItem);
    return joined === undefined ? undefined : `list<${joined}>`;
  }
  return isScalar(one) && isScalar(other) ? joinedScalar(one, other) : undefined;
};

/** Of a list's items; `undefined` when the type is no list. */
export const itemType = (type: PropertyType): ScalarType | undefined =>
  type.startsWith('list<') ? (type.slice(5, -1) as ScalarType) : undefined;

const isScalar = (type: PropertyType): type is ScalarType => type !== 'json' && !type.startsWith('list<');

/** Whether a value can be written in a declared type and be read as what it was. */
export const fits = (value: Json, type: PropertyType): boolean => {
  if (type === 'json') return true;
  const item = itemType(type);
  if (item !== undefined)
    return Array.isArray(value) && (value as readonly Json[]).every((one) => fitsScalar(one, item));
  return !Array.isArray(value) && fitsScalar(value, type as ScalarType);
};

const fitsScalar = (value: Json, type: ScalarType): boolean => {
  if (Array.isArray(value)) return false;
  const own = scalarTypeOf(value);
  return own !== undefined && accepts[type](own, value);
};

const isWhole = (type: ScalarType): boolean => type === 'long' || type === 'big_integer';

const accepts: Readonly<Record<ScalarType, (own: ScalarType, value: Json) => boolean>> = {
  string: (own) => own === 'string',
  any_uri: (own) => own === 'string',
  boolean: (own) => own === 'boolean',
  integer: (own, value) =>
    own === 'long' && typeof value === 'number' && value >= -INTEGER && value < INTEGER,
  long: (own, value) => own === 'long' || (own === 'big_integer' && isLong(specialNumber(value)?.text ?? '')),
  float: (own, value) => own === 'double' || typeof value === 'number',
  double: (own, value) => own === 'double' || typeof value === 'number',
  big_integer: isWhole,
  big_decimal: (own, value) => isWhole(own) || own === 'big_decimal' || isPlainNumber(value),
};

/** A number that is read from its digits as a decimal again. */
const isPlainNumber = (value: Json): boolean =>
  typeof value === 'number' && decimalOf(String(value)) === value;
