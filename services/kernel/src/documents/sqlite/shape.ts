import type { Collection, Index } from '../port.js';
import { SCOPE_DIGITS } from './scope.js';

/** Stands for an absent or null field in columns: below every JSON value, equal to itself, allowed in a primary key. */
export const ABSENT = '-9e999';

/** A compound index; `fields` are those that order it, `id` cut off or appended by SQLite's index. */
interface Compound {
  readonly index: string;
  readonly fields: readonly string[];
  readonly unique: boolean;
}
/** A row for each text or token of an array: `value`, then the ordering fields as `c0`…, (`until`), `id`. */
export interface Side {
  readonly table: string;
  readonly kind: 'multikey' | 'readers';
  readonly field: string;
  readonly then: readonly string[];
}
export interface Words {
  readonly table: string;
  readonly field: string;
  readonly within?: string;
}

/** The tables of one collection in one generation. */
export interface Shape {
  readonly collection: string;
  readonly table: string;
  /** Field → column of the documents' table, for every field that an index orders by; `id` too. */
  readonly columns: ReadonlyMap<string, string>;
  /** The same without the id. */
  readonly stored: readonly { readonly field: string; readonly column: string }[];
  readonly compounds: readonly Compound[];
  readonly sides: readonly Side[];
  readonly words: readonly Words[];
  /** The statement that inserts a document: number, id, text, the columns as they are `stored`. */
  readonly insertion: string;
}

const NAME = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/;
const FIELD = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;

/** Throws when a name cannot be a table or a path. */
export const shapeOf = (collection: Collection, version: number, number: number): Shape => {
  if (!NAME.test(collection.name)) throw new Error(`${collection.name} cannot be a collection's name`);
  const table = `${collection.name}__v${version}_g${number}`;
  const stored = storedIn(collection);
  const columns = new Map([['id', 'id'], ...stored.map(({ field, column }) => [field, column] as const)]);
  const compounds: Compound[] = [];
  const sides: Side[] = [];
  const words: Words[] = [];
  collection.indexes.forEach((index, ordinal) => {
    const name = `${table}_${index.kind}${ordinal}`;
    if (index.kind === 'compound')
      compounds.push({ index: name, fields: ordering(index.fields), unique: isUnique(index) });
    else if (index.kind === 'words') words.push(wordsIn(name, index));
    else
      sides.push({ table: name, kind: index.kind, field: checked(index.field), then: ordering(index.then) });
  });
  const insertion = insertionOf(table, stored);
  return { collection: collection.name, table, columns, stored, compounds, sides, words, insertion };
};

const insertionOf = (table: string, stored: Shape['stored']): string => {
  const columns = ['no', 'id', 'doc', ...stored.map(({ column }) => column)];
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
};

const wordsIn = (table: string, { field, within }: Extract<Index, { kind: 'words' }>): Words => ({
  table,
  field: checked(field),
  ...(within === undefined ? {} : { within: checked(within) }),
});

/** With the id among its fields an index is unique anyhow. */
const isUnique = (index: Extract<Index, { kind: 'compound' }>): boolean =>
  index.unique === true && !index.fields.includes('id');

const checked = (field: string): string => {
  if (!FIELD.test(field)) throw new Error(`${field} cannot be a field of an index`);
  return field;
};

const storedIn = (collection: Collection): Shape['stored'] => {
  const fields = new Set(collection.indexes.flatMap(orderedFields));
  fields.delete('id');
  return Array.from(fields, (field, n) => ({ field: checked(field), column: `f${n}` }));
};

const orderedFields = (index: Index): readonly string[] => {
  switch (index.kind) {
    case 'compound':
      return index.fields;
    case 'multikey':
    case 'readers':
      return index.then;
    case 'words':
      return index.within === undefined ? [] : [index.within];
    default:
      return index satisfies never;
  }
};

/** The id ends every index by itself; nothing after it orders anything. */
const ordering = (fields: readonly string[]): readonly string[] =>
  fields.includes('id') ? fields.slice(0, fields.indexOf('id')) : fields;

export const columnOf = (shape: Shape, field: string): string => {
  const column = shape.columns.get(field);
  if (column === undefined) throw new Error(`no index of ${shape.collection} declares the field ${field}`);
  return column;
};

/** The tables that a collection consists of; `words` marks FTS5 tables. */
export const tablesOf = (shape: Shape): readonly { readonly name: string; readonly words: boolean }[] => [
  { name: shape.table, words: false },
  ...shape.sides.map(({ table }) => ({ name: table, words: false })),
  ...shape.words.map(({ table }) => ({ name: table, words: true })),
];

/** The statements that make the tables of a collection. */
export const creationOf = (shape: Shape): readonly string[] => [
  `CREATE TABLE ${shape.table} (${['no INTEGER PRIMARY KEY', 'id TEXT NOT NULL UNIQUE', 'doc TEXT NOT NULL', ...storedColumns(shape)].join(', ')})`,
  ...shape.compounds.map((compound) => creationOfCompound(shape, compound)),
  ...shape.sides.map(creationOfSide),
  ...shape.words.flatMap(({ table, within }) => [
    // With detail=none, SQLite 3.45 loses rows under secure-delete. The ASCII tokenizer takes words as they were folded.
    // The prefix indexes make the first letters that somebody types three times as fast.
    `CREATE VIRTUAL TABLE ${table} USING fts5(words, content='', detail=column, columnsize=0, tokenize='ascii', prefix='${firstLetters(within)}')`,
    `INSERT INTO ${table} (${table}, rank) VALUES ('secure-delete', 1)`,
  ]),
];

/** The lengths of the beginnings that have an index of their own: of two and three letters behind the scope. */
const firstLetters = (within: string | undefined): string => {
  const before = within === undefined ? 0 : SCOPE_DIGITS;
  return `${before + 2} ${before + 3}`;
};

/**
 * Filled from the document when it is written. Generated columns would make every update of a document rewrite all its
 * indexes; so an update touches only those whose fields it changes.
 */
const storedColumns = (shape: Shape): readonly string[] => shape.stored.map(({ column }) => column);

const creationOfCompound = (shape: Shape, compound: Compound): string => {
  const columns = compound.fields.map((field) => columnOf(shape, field));
  return compound.unique
    ? `CREATE UNIQUE INDEX ${compound.index} ON ${shape.table} (${columns.join(', ')})`
    : `CREATE INDEX ${compound.index} ON ${shape.table} (${[...columns, 'id'].join(', ')})`;
};

const creationOfSide = ({ table, kind, then }: Side): string => {
  const key = ['value', ...then.map((_, n) => `c${n}`), 'id'].join(', ');
  const columns = kind === 'readers' ? `${key}, until` : key;
  return `CREATE TABLE ${table} (${columns}, PRIMARY KEY (${key})) WITHOUT ROWID`;
};
