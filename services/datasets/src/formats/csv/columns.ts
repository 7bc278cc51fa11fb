import type { ColumnTarget } from '@cairn/contracts';
import { listedNames, type NamedRole, roleNames, withoutContent } from '../column-names.js';
import type { ColumnMapping } from '../format.js';
import { undecodedFlaw } from '../reading/decoded.js';
import { type Flaw, keyFlaw } from '../reading/flaws.js';

/** What a column is for, by its name (SPEC-dataset-formats); every other column is an attribute. */
export type Role = Exclude<ColumnTarget, 'attribute'> | (typeof native)[number];

/** Columns that mean something only beside each other: how this format writes annotations. */
const native = ['type', 'value', 'attributes'] as const;
const corners = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
const box = ['x', 'y', 'width', 'height'] as const;
const groups: readonly (readonly Role[])[] = [corners, box, native];

const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['id', 'id'],
  ...Object.entries(roleNames).flatMap(([role, { best }]) =>
    best.map((name): [string, Role] => [name, role as NamedRole]),
  ),
  ['labels', 'labels'],
  ['split', 'split'],
  ['subset', 'split'],
  ['confidence', 'confidence'],
  ['score', 'confidence'],
]);

/** The columns that a table of Cairn's begins with: how it tells its own from others. */
export const ownColumns = [
  'id',
  'file_name',
  'text',
  'split',
  'label',
  'type',
  'x',
  'y',
  'width',
  'height',
  'value',
  'confidence',
  'attributes',
] as const;

/** Whether Cairn wrote the table. */
export const isOwnHeader = (header: readonly string[]): boolean =>
  ownColumns.every((name, at) => header[at] === name);

/** Where each role stands in a row, and which columns are attributes. */
export interface Columns {
  readonly at: Partial<Readonly<Record<Role, number>>>;
  readonly attributes: readonly { readonly name: string; readonly at: number }[];
  /** All names as the header has them. */
  readonly names: readonly string[];
  /** Columns without a name: what stands in them has no place. */
  readonly nameless: readonly number[];
  /** The column of files has a name that texts' own files have too: only what is a file for sure is one. */
  readonly isFileUnsure: boolean;
}

/** Reads the names of a header. The first column of a role has it, later ones are attributes. */
export const columnsOf = (names: readonly string[], mapping: ColumnMapping = []): Columns => {
  const meant = meantBy(names, mapping);
  const known = rolesOf(meant, mapping);
  const at: Partial<Record<Role, number>> = {};
  for (const [index, name] of meant.entries()) {
    const role = name === undefined ? undefined : known.get(name);
    if (role !== undefined && at[role] === undefined) at[role] = index;
  }
  const isFileUnsure = takeOtherwise(at, meant);
  const taken = new Set(Object.values(at));
  const others = names.map((name, index) => ({ name, at: index })).filter((one) => !taken.has(one.at));
  const isNameless = ({ name }: { readonly name: string }): boolean => name.trim() === '';
  return {
    at,
    attributes: others.filter((one) => !isNameless(one)),
    names,
    nameless: others.filter(isNameless).map((one) => one.at),
    isFileUnsure,
  };
};

/** The names as they are meant: a column that the caller maps is its target, and what had that role is an attribute. */
const meantBy = (names: readonly string[], mapping: ColumnMapping): readonly (string | undefined)[] => {
  const folded = names.map((name) => name.trim().toLowerCase());
  if (mapping.length === 0) return folded;
  const targets = new Map(mapping.map(({ target, column }) => [placeOf(names, column), target] as const));
  const taken = new Set<string | undefined>(mapping.map(({ target }) => target));
  return folded.map((name, index) => {
    const target = targets.get(index);
    if (target !== undefined) return target === 'attribute' ? undefined : target;
    return taken.has(name) || taken.has(roles.get(name)) ? undefined : name;
  });
};

/** A column as it is written, else whatever its case; -1 when the header has none. */
const placeOf = (names: readonly string[], column: string): number => {
  const exact = names.indexOf(column);
  const folded = column.trim().toLowerCase();
  return exact === -1 ? names.findIndex((name) => name.trim().toLowerCase() === folded) : exact;
};

/** A box needs its four columns, else they are attributes as any other; so it is with the native ones and `name`. */
const rolesOf = (
  names: readonly (string | undefined)[],
  mapping: ColumnMapping,
): ReadonlyMap<string, Role> => {
  const known = new Map(roles);
  for (const group of groups)
    if (group.every((role) => names.includes(role))) for (const role of group) known.set(role, role);
  if (known.has('value') || mapping.some(({ target }) => target === 'name')) known.set('name', 'name');
  return known;
};

/** Gives roles that no column has to columns of the names that are taken otherwise. Answers whether the files are among them. */
const takeOtherwise = (
  at: Partial<Record<Role, number>>,
  meant: readonly (string | undefined)[],
): boolean => {
  const take = (role: NamedRole): boolean => {
    const names: readonly (string | undefined)[] = roleNames[role].otherwise;
    const index = meant.findIndex((name) => names.includes(name));
    if (at[role] !== undefined || index === -1) return false;
    at[role] = index;
    return true;
  };
  take('text');
  if (at.labels === undefined) take('label');
  return take('file_name');
};

/** Why a header cannot be read, and with it nothing below it. */
export const headerFlaw = (
  header: readonly string[],
  columns: Columns,
  mapping: ColumnMapping,
): Flaw | undefined => {
  const { names } = columns;
  if (names.every((name) => name.trim() === '')) return NO_HEADER;
  if (header.some((name) => /\r(?!\n)/.test(name)))
    return {
      code: 'line_ends_invalid',
      message: 'the line ends are CR alone: save the file with LF or CRLF',
    };
  // As they stand there: names of attributes may differ in their blanks alone.
  const twice = names.find((name, index) => name.trim() !== '' && names.indexOf(name) !== index);
  if (twice !== undefined)
    return { code: 'header_invalid', message: `the header names the column ${twice} twice` };
  return firstFlaw(names) ?? mappingFlaw(columns, mapping) ?? contentFlaw(columns);
};

export const NO_HEADER: Flaw = {
  code: 'header_missing',
  message: 'the file has no header: its first line names the columns',
};

const firstFlaw = (names: readonly string[]): Flaw | undefined => {
  for (const name of names) {
    const flaw = undecodedFlaw(name) ?? keyFlaw(name);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
};

/** What the caller says of columns and this header cannot do. */
const mappingFlaw = ({ names, at }: Columns, mapping: ColumnMapping): Flaw | undefined => {
  for (const { target, column } of mapping) {
    const place = placeOf(names, column);
    if (place === -1)
      return {
        code: 'columns_invalid',
        message: `the header has no column ${column}; its columns are: ${listedNames(names)}`,
      };
    if (target !== 'attribute' && at[target] !== place)
      return { code: 'columns_invalid', message: `${target} needs the other columns of a box beside it` };
  }
  return undefined;
};

const contentFlaw = ({ names, at }: Columns): Flaw | undefined =>
  at.text === undefined && at.file_name === undefined
    ? {
        code: 'header_invalid',
        message: `the header names neither a text nor a file column: ${withoutContent('its columns are', names)}`,
      }
    : undefined;

/** Names that cannot be columns of attributes when a table is written. */
export const isTaken = (name: string): boolean => {
  const folded = name.trim().toLowerCase();
  return (
    folded === '' ||
    folded === 'name' ||
    roles.has(folded) ||
    groups.some((group) => (group as readonly string[]).includes(folded))
  );
};
