import type { Json } from '../base/json-value.js';
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
  const copy = new Copy(document, change);
  for (const [path, value] of Object.entries(change.fields)) copy.set(path, value);
  copy.set('id', document.id);
  return copy.fields as Document;
};

/** Adds to numbers at their paths, a missing one being 0; a missing document starts from the defaults. */
export const incrementChange = (document: Document | undefined, change: Increment): Document => {
  const copy = new Copy(document ?? { id: change.id }, change);
  if (document === undefined)
    for (const [path, value] of Object.entries(change.defaults ?? {})) copy.set(path, value);
  for (const [path, by] of Object.entries(change.by)) {
    const before = valueAt(copy.fields, path) ?? 0;
    if (typeof before !== 'number')
      throw new ChangeRefused(`${path} of ${change.id} is not a number`, change);
    copy.set(path, before + by);
  }
  copy.set('id', change.id);
  return copy.fields as Document;
};

/** The value at a path `a.b.c`; `undefined` when it is not there. Keys may be anything, `__proto__` too. */
export const valueAt = (fields: Fields, path: string): Json | undefined => {
  let value: Json | undefined = fields;
  for (const key of path.split('.')) {
    if (!isFields(value)) return undefined;
    value = valueOf(value, key);
  }
  return value;
};

const valueOf = (fields: Fields, key: string): Json | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Changing = Record<string, Json | undefined>;

/** A document that is changed. Each object is copied once, however many paths lead through it: an item has 10,000 annotations. */
class Copy {
  readonly fields: Changing;
  readonly #own = new Set<Fields>();

  constructor(
    fields: Fields,
    private readonly change: Change,
  ) {
    this.fields = { ...fields };
  }

  /** Makes the objects on the way; `undefined` removes. */
  set(path: string, value: Json | undefined): void {
    const keys = path.split('.');
    const last = keys.pop()!;
    let fields = this.fields;
    for (const key of keys) {
      const inner = valueOf(fields, key);
      if (inner === undefined && value === undefined) return;
      fields = this.#ownIn(fields, key, inner);
    }
    if (value === undefined) Reflect.deleteProperty(fields, last);
    else put(fields, last, value);
  }

  #ownIn(fields: Changing, key: string, inner: Json | undefined): Changing {
    if (inner !== undefined && !isFields(inner))
      throw new ChangeRefused(`${key} of ${idOf(this.change)} is not an object`, this.change);
    if (inner !== undefined && this.#own.has(inner)) return inner;
    const copy: Changing = { ...inner };
    this.#own.add(copy);
    put(fields, key, copy);
    return copy;
  }
}

/** A field of its own, `__proto__` too. */
const put = (fields: Changing, key: string, value: Json): void => {
  if (key !== '__proto__') fields[key] = value;
  else Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true });
};
