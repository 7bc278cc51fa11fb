import type { Filter as Conditions } from 'mongodb';
import { isList, isRange, type Range } from '../matching.js';
import type { Condition, Filter, FindOptions, Scalar } from '../port.js';
import { boundOf, keyOf, PRESENT } from './keys.js';
import type { Shape, Side } from './shape.js';
import { pathOf } from './shape.js';
import type { Stored } from './stored.js';

export type Query = Conditions<Stored>;
/** A condition on one path, in MongoDB's words. */
type Term = Readonly<Record<string, unknown>>;

export interface Order {
  readonly field: string;
  readonly direction: 1 | -1;
}

export const orderOf = (sort: string): Order =>
  sort.startsWith('-') ? { field: sort.slice(1), direction: -1 } : { field: sort, direction: 1 };

/** What a filter asks for. Throws when no index declares one of its fields. */
export const queryOf = (shape: Shape, filter: Filter, more: readonly Term[] = []): Query => {
  const terms = [
    ...Object.entries(filter.fields ?? {}).map(([field, condition]) => fieldTerm(shape, field, condition)),
    ...Object.entries(filter.any ?? {}).map(([field, values]) => ({
      [declared(shape, 'any', field)]: { $in: [...new Set(values)] },
    })),
    ...readersTerms(shape, filter.readers),
    ...wordsTerms(shape, filter),
    ...more,
  ];
  return terms.length === 0 ? {} : { $and: terms };
};

/** MongoDB's sort: the id breaks ties in the same direction. Throws when no index declares the field. */
export const sortOf = (shape: Shape, { field, direction }: Order): Readonly<Record<string, 1 | -1>> => ({
  [orderPath(shape, field)]: direction,
  _id: direction,
});

/** What comes after the last document of the page before. */
export const afterTerm = (shape: Shape, order: Order, after: FindOptions['after']): readonly Term[] => {
  if (after === undefined) return [];
  const beyond = order.direction === 1 ? '$gt' : '$lt';
  if (order.field === 'id') return [{ _id: { [beyond]: after.id } }];
  const path = orderPath(shape, order.field);
  const key = keyOf(after.value);
  // The first says no more than the second, but bounds the scan of an index.
  return [
    { [path]: { [`${beyond}e`]: key } },
    { $or: [{ [path]: { [beyond]: key } }, { [path]: key, _id: { [beyond]: after.id } }] },
  ];
};

const orderPath = (shape: Shape, field: string): string =>
  field === 'id' ? '_id' : declared(shape, 'order', field);

const declared = (shape: Shape, side: Side, field: string): string => {
  if (!shape.fields[side].has(field))
    throw new Error(`no ${KINDS[side]} of ${shape.collection} declares the field ${field}`);
  return pathOf(side, field);
};

const KINDS = {
  order: 'index',
  any: 'multikey index',
  readers: 'readers index',
  words: 'words index',
} as const;

const fieldTerm = (shape: Shape, field: string, condition: Condition): Term => {
  if (field === 'id') return { _id: idOperators(condition) };
  const path = orderPath(shape, field);
  if (isList(condition)) return { [path]: { $in: [...new Set(condition.map(keyOf))] } };
  return { [path]: isRange(condition) ? rangeOf(condition) : keyOf(condition) };
};

/** A range holds only values that are there. */
const rangeOf = ({ from, to }: Range): Term => ({
  $gte: isBound(from) ? boundOf(from) : PRESENT,
  ...(isBound(to) && { $lt: boundOf(to) }),
});

const isBound = (value: Scalar | undefined): value is string | number | boolean =>
  value !== undefined && value !== null;

/** An id is a text, stored as it is: after every number, equal to none. */
const idOperators = (condition: Condition): Term => {
  if (isList(condition)) return { $in: condition.filter((value) => typeof value === 'string') };
  if (!isRange(condition)) return typeof condition === 'string' ? { $eq: condition } : { $in: [] };
  const { from, to } = condition;
  if (isBound(to) && typeof to !== 'string') return { $in: [] };
  return { $gte: typeof from === 'string' ? from : '', ...(typeof to === 'string' && { $lt: to }) };
};

const readersTerms = (shape: Shape, readers: Filter['readers']): readonly Term[] => {
  if (readers === undefined) return [];
  const path = declared(shape, 'readers', readers.field);
  const token = { $in: [...new Set(readers.tokens)] };
  // The first says no more than the second, but not every server takes the index for the second.
  return [
    { [`${path}.token`]: token },
    { [path]: { $elemMatch: { token, until: { $gt: Date.parse(readers.at) } } } },
  ];
};

const wordsTerms = (shape: Shape, { words, fields = {} }: Filter): readonly Term[] => {
  if (words === undefined) return [];
  const path = declared(shape, 'words', words.field);
  const within = shape.within.get(words.field);
  if (within !== undefined) refuseManyScopes(shape, within, fields[within]);
  const prefix = words.prefix ?? '';
  const beginning = { $elemMatch: { $gte: prefix, $lt: `${prefix}${LAST}` } };
  return [
    ...[...new Set(words.all)].map((word) => ({ [path]: word })),
    ...(prefix === '' ? [] : [{ [path]: beginning }]),
  ];
};

const refuseManyScopes = ({ collection }: Shape, field: string, condition: Condition | undefined): void => {
  if (condition === undefined || isList(condition) || isRange(condition))
    throw new Error(`the words index of ${collection} declares that one value of ${field} is asked for`);
};

/** The last code point; it is in no word. */
const LAST = '\u{10ffff}';
