import type { Json } from '@cairn/kernel';
import type { ScalarType } from '../../../formats/element.js';
import { specialNumber } from '../../../formats/values.js';

/** What the `type` of a declared property asks of its values. */
export interface PropertyKind {
  /** For people: "a whole number". */
  readonly what: string;
  readonly accepts: (this: void, value: Json) => boolean;
}

const TEXT: PropertyKind = { what: 'a text', accepts: (value) => typeof value === 'string' };
const BOOLEAN: PropertyKind = { what: 'true or false', accepts: (value) => typeof value === 'boolean' };
/** Files bound the size of `integer` and `long`. A schema does not: whoever writes `integer` means any whole number. */
const WHOLE: PropertyKind = {
  what: 'a whole number',
  accepts: (value) => Number.isInteger(value) || specialNumber(value)?.kind === 'integer',
};
const NUMBER: PropertyKind = {
  what: 'a number',
  accepts: (value) => typeof value === 'number' || specialNumber(value) !== undefined,
};
const LIST: PropertyKind = { what: 'a list', accepts: (value) => Array.isArray(value) };
const OBJECT: PropertyKind = {
  what: 'an object',
  accepts: (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    specialNumber(value) === undefined,
};
const ANY: PropertyKind = { what: 'any value', accepts: () => true };

const isDay = (day: string): boolean => {
  const time = new Date(`${day}T00:00:00Z`);
  // 30 February is read as 2 March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const DATE: PropertyKind = {
  what: 'a date such as 2026-03-02',
  accepts: (value) => typeof value === 'string' && DAY.test(value) && isDay(value),
};

const HOUR = /(?:[01]\d|2[0-3])/.source;
const SIXTY = /[0-5]\d/.source;
const MOMENT = new RegExp(
  `^(?<day>\\d{4}-\\d\\d-\\d\\d)[Tt ]${HOUR}:${SIXTY}(?::${SIXTY}(?:\\.\\d+)?)?(?:[Zz]|[+-]${HOUR}:${SIXTY})?$`,
);
/** RFC 3339. Seconds and the offset may be left out: many sources know none. */
const DATETIME: PropertyKind = {
  what: 'a date and time such as 2026-03-02T09:15:00Z',
  accepts: (value) => {
    const day = typeof value === 'string' ? MOMENT.exec(value)?.groups?.['day'] : undefined;
    return day !== undefined && isDay(day);
  },
};

const scalars: Readonly<Record<ScalarType, PropertyKind>> = {
  string: TEXT,
  any_uri: TEXT,
  boolean: BOOLEAN,
  integer: WHOLE,
  long: WHOLE,
  big_integer: WHOLE,
  float: NUMBER,
  double: NUMBER,
  big_decimal: NUMBER,
};
/** Words of people and of JSON Schema, beside those of formats. */
const others: Readonly<Record<string, PropertyKind>> = {
  text: TEXT,
  bool: BOOLEAN,
  int: WHOLE,
  number: NUMBER,
  date: DATE,
  datetime: DATETIME,
  'date-time': DATETIME,
  list: LIST,
  array: LIST,
  object: OBJECT,
  json: ANY,
};

const single = new Map(Object.entries({ ...scalars, ...others }));

const listOf = (item: PropertyKind): PropertyKind => ({
  what: `a list, each item of it ${item.what}`,
  accepts: (value) => Array.isArray(value) && (value as readonly Json[]).every(item.accepts),
});
const lists = new Map([...single].map(([word, item]) => [`list<${word}>`, listOf(item)]));

/** What the `type` of a property asks; `undefined` for a word that nobody knows, which takes any value. */
export const propertyKind = (type: string): PropertyKind | undefined => {
  const word = type.replaceAll(/\s/g, '').toLowerCase();
  const known = single.get(word) ?? lists.get(word);
  return known ?? (word.startsWith('list<') && word.endsWith('>') ? LIST : undefined);
};
