import type { Json } from '../eventlog/port.js';
import type { Change, Document } from './port.js';
import { ChangeRefused } from './port.js';

type Put = Extract<Change, { kind: 'put' }>;
type Patch = Extract<Change, { kind: 'patch' }>;
type Increment = Extract<Change, { kind: 'increment' }>;
type Fields = Readonly<Record<string, Json | undefined>>;

/** The id of the document that a change is about. */
export const idOf = (change: Change): string => (change.kind === 'put' ? change.document.id : change.id);

/**
 * What a change makes of a document; `undefined` stands for no document, before and after. The semantics of `Change`,
 * said once for every adapter. Throws `ChangeRefused` when the change does not fit the document.
 */
export const changeDocument = (document: Document | undefined, change: Change): Document | undefined => {
  switch (change.kind) {
    case 'put':
      return putChange(change);
    case 'patch':
      return document && patchChange(document, change);
    case 'increment':
      return incrementChange(document, change);
    case 'remove':
      return undefined;
    default:
      return change satisfies never;
  }
};

/** The document as it was given, whatever was there before. */
export const putChange = (change: Put): Document => change.document;

/** Sets fields at their paths, making the objects on the way; `undefined` removes. The id stays. */
export const patchChange = (document: Document, change: Patch): Document => {
  let fields: Fields = document;
  for (const [path, value] of Object.entries(change.fields)) fields = setAt(fields, path, value, change);
  return { ...fields, id: document.id };
};

/** Adds to numbers at their paths, a missing one being 0; a missing document starts from the defaults. */
export const incrementChange = (document: Document | undefined, change: Increment): Document => {
  let fields: Fields = document ?? startOf(change);
  for (const [path, by] of Object.entries(change.by)) {
    const before = valueAt(fields, path) ?? 0;
    if (typeof before !== 'number')
      throw new ChangeRefused(`${path} of ${change.id} is not a number`, change);
    fields = setAt(fields, path, before + by, change);
  }
  return { ...fields, id: change.id };
};

const startOf = (change: Increment): Fields => {
  let fields: Fields = { id: change.id };
  for (const [path, value] of Object.entries(change.defaults ?? {}))
    fields = setAt(fields, path, value, change);
  return fields;
};

/** The value at a path `a.b.c`; `undefined` when it is not there. Keys may be anything, `__proto__` too. */
export const valueAt = (fields: Fields, path: string): Json | undefined => {
  let value: Json | undefined = fields;
  for (const key of path.split('.')) {
    if (!isFields(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
};

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const setAt = (fields: Fields, path: string, value: Json | undefined, change: Change): Fields => {
  const dot = path.indexOf('.');
  if (dot < 0) return value === undefined ? without(fields, path) : { ...fields, [path]: value };
  const key = path.slice(0, dot);
  const inner = valueAt(fields, key);
  if (inner === undefined && value === undefined) return fields;
  return { ...fields, [key]: setAt(objectIn(inner, key, change), path.slice(dot + 1), value, change) };
};

const objectIn = (value: Json | undefined, key: string, change: Change): Fields => {
  if (value === undefined) return {};
  if (isFields(value)) return value;
  throw new ChangeRefused(`${key} of ${idOf(change)} is not an object`, change);
};

const without = (fields: Fields, key: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== key));
