import type { PropertyType, ScalarType } from '../element.js';
import { itemType } from '../typed.js';

const scalars: Readonly<Record<string, ScalarType>> = {
  integer: 'integer',
  int: 'integer',
  long: 'long',
  float: 'float',
  double: 'double',
  boolean: 'boolean',
  string: 'string',
  anyuri: 'any_uri',
  byte: 'integer',
  short: 'integer',
  char: 'string',
  character: 'string',
  biginteger: 'big_integer',
  bigdecimal: 'big_decimal',
};

/** For people: what an attribute may be. */
export const typeNames = 'boolean, integer, long, float, double or string';

/** The type of a GEXF attribute; capitals do not count. `undefined` when the format has none of that name. */
export const typeNamed = (name: string): PropertyType | undefined => {
  const plain = name.toLowerCase();
  if (!plain.startsWith('list')) return scalarNamed(plain);
  const item = scalarNamed(plain.slice('list'.length));
  return item === undefined ? undefined : `list<${item}>`;
};

const scalarNamed = (name: string): ScalarType | undefined =>
  Object.hasOwn(scalars, name) ? scalars[name] : undefined;

const names: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  any_uri: 'anyURI',
  boolean: 'boolean',
  integer: 'integer',
  long: 'long',
  float: 'float',
  double: 'double',
  big_integer: 'biginteger',
  big_decimal: 'bigdecimal',
};
/** What 1.2draft has. */
const early: readonly ScalarType[] = ['string', 'any_uri', 'boolean', 'integer', 'long', 'float', 'double'];

/** A type in the words of GEXF; `own` when a reader must know more than the format says. */
export const nameOfType = (
  type: PropertyType,
  dialect: string,
): { readonly name: string; readonly own?: PropertyType } => {
  if (type === 'json') return { name: 'string', own: type };
  const item = itemType(type);
  if (item !== undefined) return listName(type, item, dialect);
  const scalar = type as ScalarType;
  return dialect === '1.3' || early.includes(scalar)
    ? { name: names[scalar] }
    : { name: 'string', own: type };
};

const listName = (type: PropertyType, item: ScalarType, dialect: string): ReturnType<typeof nameOfType> => {
  if (dialect !== '1.3') return item === 'string' ? { name: 'liststring' } : { name: 'string', own: type };
  return item === 'any_uri' ? { name: 'liststring' } : { name: `list${names[item]}` };
};
