import type { Change, Json } from '@cairn/kernel';

type Fields = Record<string, Json | undefined>;

/** The document of a whole version, and the fields of it that hold what is in it, by the collections where that stands. */
export interface PastDocument {
  readonly collection: string;
  readonly id: string;
  readonly fieldOf: ReadonlyMap<string, string>;
}

/**
 * Changes of a version and of what is in it, as those of its document: one patch of all, for each copies the objects that
 * lead to what it sets, and there may be thousands. What adds stands by itself.
 */
export const pastChanges = (
  { collection, id, fieldOf }: PastDocument,
  changes: readonly Change[],
): readonly Change[] => {
  const fields: Fields = {};
  const others: Change[] = [];
  for (const change of changes) {
    const field = fieldOf.get(change.collection);
    if (field === undefined && change.kind === 'patch') Object.assign(fields, change.fields);
    else if (field === undefined) others.push(change);
    else if (change.kind !== 'increment') setPart(fields, field, change);
    else others.push({ ...change, collection, id, by: prefixed(`${field}.${change.id}`, change.by) });
  }
  return Object.keys(fields).length === 0 ? others : [{ kind: 'patch', collection, id, fields }, ...others];
};

/** Nothing is searched in what was: `words` are left out. */
const setPart = (fields: Fields, field: string, change: Exclude<Change, { kind: 'increment' }>): void => {
  if (change.kind === 'put') {
    const { words: _, ...kept } = change.document;
    fields[`${field}.${kept.id}`] = kept;
  } else if (change.kind === 'patch') setFields(fields, `${field}.${change.id}`, change.fields);
  else fields[`${field}.${change.id}`] = undefined;
};

const setFields = (fields: Fields, path: string, changed: Readonly<Fields>): void => {
  for (const [name, value] of Object.entries(changed))
    if (name !== 'words') fields[`${path}.${name}`] = value;
};

const prefixed = (path: string, by: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(by).map(([name, value]) => [`${path}.${name}`, value]));
