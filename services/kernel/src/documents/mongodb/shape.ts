import type { IndexDescription } from 'mongodb';
import type { Collection, Index } from '../port.js';

/** Where a stored document keeps what is indexed; the document itself is its JSON in `doc`. */
export type Side = 'order' | 'any' | 'readers' | 'words';

/** One collection of one generation of a read model, as MongoDB holds it. */
export interface Shape {
  readonly collection: string;
  /** The name of MongoDB's collection. */
  readonly name: string;
  /** The fields that are filtered or sorted by, and those of arrays. */
  readonly fields: Readonly<Record<Side, ReadonlySet<string>>>;
  /** Of the fields of words: of which other field one value is asked for with them. */
  readonly within: ReadonlyMap<string, string>;
  /** The fields of each unique index. */
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly IndexDescription[];
}

const NAME = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/;
const FIELD = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;

/** Throws when a name cannot be a collection or a path. */
export const shapeOf = ({ name, indexes }: Collection, version: number, number: number): Shape => {
  if (!NAME.test(name)) throw new Error(`${name} cannot be a collection's name`);
  const scopes = new Map(indexes.flatMap(scopeOf));
  const fields = {
    order: new Set([...indexes.flatMap(orderingOf), ...scopes.values()].map(checked)),
    any: fieldsOf('multikey', indexes),
    readers: fieldsOf('readers', indexes),
    words: fieldsOf('words', indexes),
  };
  const made = indexes.filter((index) => index.kind !== 'compound' || orderingOf(index).length > 0);
  const descriptions = made.map(descriptionOf);
  return {
    collection: name,
    name: `${name}__v${version}_g${number}`,
    fields,
    within: scopes,
    unique: indexes.filter(isUnique).map(orderingOf),
    // Two that are declared alike are one.
    indexes: [...new Map(descriptions.map((each) => [each.name, each])).values()],
  };
};

const fieldsOf = (kind: Index['kind'], indexes: readonly Index[]): ReadonlySet<string> =>
  new Set(
    indexes.flatMap((index) => (index.kind === kind && 'field' in index ? [checked(index.field)] : [])),
  );

const scopeOf = (index: Index): readonly (readonly [string, string])[] =>
  index.kind === 'words' && index.within !== undefined ? [[index.field, index.within]] : [];

/** With the id among its fields an index is unique anyhow. */
const isUnique = (index: Index): boolean =>
  index.kind === 'compound' && index.unique === true && !index.fields.includes('id');

const checked = (field: string): string => {
  if (!FIELD.test(field)) throw new Error(`${field} cannot be a field of an index`);
  return field;
};

/** The id ends every index by itself; nothing after it orders anything. */
const orderingOf = (index: Index): string[] => {
  const fields = index.kind === 'compound' ? index.fields : index.kind === 'words' ? [] : index.then;
  return fields.slice(0, fields.includes('id') ? fields.indexOf('id') : undefined);
};

/** A field's name within a side; no field has a slash. */
export const nameIn = (field: string): string => field.replaceAll('.', '/');
export const pathOf = (side: Side, field: string): string => `${side}.${nameIn(field)}`;

const descriptionOf = (index: Index): IndexDescription & { name: string } => {
  const ordering = orderingOf(index);
  const order = ordering.map((field) => pathOf('order', field));
  const nameOf = (...fields: readonly string[]): string =>
    [index.kind, ...fields.map(nameIn), ...ordering.map(nameIn)].join('-');
  switch (index.kind) {
    case 'compound':
      return isUnique(index)
        ? { name: `unique-${ordering.map(nameIn).join('-')}`, key: ascending(...order), unique: true }
        : { name: nameOf(), key: ascending(...order, '_id') };
    case 'multikey':
      return { name: nameOf(index.field), key: ascending(pathOf('any', index.field), ...order, '_id') };
    case 'readers': {
      const path = pathOf('readers', index.field);
      // The end stands in the index too: who may not read any more is passed over without the document.
      return { name: nameOf(index.field), key: ascending(`${path}.token`, ...order, '_id', `${path}.until`) };
    }
    case 'words': {
      const path = pathOf('words', index.field);
      return index.within === undefined
        ? { name: nameOf(index.field), key: ascending(path) }
        : { name: nameOf(index.field, index.within), key: ascending(pathOf('order', index.within), path) };
    }
    default:
      return index satisfies never;
  }
};

/** The name of an index of readers: the one in this order if there is one. Throws when none declares the field. */
export const readersIndex = (
  { collection, indexes }: Shape,
  field: string,
  sort: string | undefined,
): string => {
  const names = indexes.flatMap(({ name }) =>
    name?.startsWith(`readers-${nameIn(field)}`) === true ? name : [],
  );
  const found = names.find((name) => sort !== undefined && name.endsWith(`-${nameIn(sort)}`)) ?? names[0];
  if (found === undefined) throw new Error(`no readers index of ${collection} declares the field ${field}`);
  return found;
};

const ascending = (...paths: readonly string[]): Map<string, 1> => new Map(paths.map((path) => [path, 1]));
