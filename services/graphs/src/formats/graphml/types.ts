import type { PropertyType, ScalarType } from '../element.js';
import { itemType } from '../typed.js';

const scalars: Readonly<Record<string, ScalarType>> = {
  int: 'integer',
  integer: 'integer',
  short: 'integer',
  byte: 'integer',
  long: 'long',
  float: 'float',
  double: 'double',
  real: 'double',
  boolean: 'boolean',
  bool: 'boolean',
  string: 'string',
  char: 'string',
};

/** For people: what a key may be. */
export const typeNames = 'boolean, int, long, float, double or string';

/** The type of a key; `list`: what Neo4j writes in `attr.list`. `undefined` when the format has none of that name. */
export const typeNamed = (name: string, list?: string): PropertyType | undefined => {
  const scalar = scalarNamed(list ?? name);
  return list === undefined || scalar === undefined ? scalar : `list<${scalar}>`;
};

const scalarNamed = (name: string): ScalarType | undefined => {
  const plain = name.toLowerCase();
  return Object.hasOwn(scalars, plain) ? scalars[plain] : undefined;
};

const names: Readonly<Partial<Record<ScalarType, string>>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'int',
  long: 'long',
  float: 'float',
  double: 'double',
};

/** A type in the words of GraphML; `own` when a reader must know more, `list` for lists. */
export const nameOfType = (
  type: PropertyType,
): { readonly name: string; readonly list?: string; readonly own?: PropertyType } => {
  if (type === 'json') return { name: 'string', own: type };
  const item = itemType(type);
  const word = names[item ?? (type as ScalarType)];
  if (word === undefined) return { name: 'string', own: type };
  return item === undefined ? { name: word } : { name: 'string', list: word };
};
