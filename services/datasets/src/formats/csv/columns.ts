import { type Flaw, keyFlaw } from '../reading/flaws.js';
import { undecodedFlaw } from '../reading/decoded.js';
import { restored } from './cells.js';

/** What a column is for, by its name (formats.md, section 1); every other column is an attribute. */
export type Role =
  | 'id'
  | 'text'
  | 'file_name'
  | 'name'
  | 'label'
  | 'labels'
  | 'split'
  | 'confidence'
  | 'type'
  | 'value'
  | 'attributes'
  | 'xmin'
  | 'ymin'
  | 'xmax'
  | 'ymax'
  | 'x'
  | 'y'
  | 'width'
  | 'height';

const roles: Readonly<Record<string, Role>> = {
  id: 'id',
  text: 'text',
  input: 'text',
  content: 'text',
  file_name: 'file_name',
  image: 'file_name',
  path: 'file_name',
  url: 'file_name',
  label: 'label',
  class: 'label',
  category: 'label',
  target: 'label',
  labels: 'labels',
  split: 'split',
  subset: 'split',
  confidence: 'confidence',
  score: 'confidence',
};
const corners = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
const box = ['x', 'y', 'width', 'height'] as const;
/** Columns that mean something only beside each other: how this format writes annotations. */
const native = ['type', 'value', 'attributes'] as const;

/** Where each role stands in a row, and which columns are attributes. */
export interface Columns {
  readonly at: Partial<Readonly<Record<Role, number>>>;
  readonly attributes: readonly { readonly name: string; readonly at: number }[];
  /** All names as the header has them. */
  readonly names: readonly string[];
}

/** Reads a header. The first column of a role has it, later ones are attributes. */
export const columnsOf = (header: readonly string[]): Columns => {
  const folded = header.map((name) => name.trim().toLowerCase());
  const at: Partial<Record<Role, number>> = {};
  const known = rolesOf(folded);
  const attributes: { name: string; at: number }[] = [];
  for (const [index, name] of folded.entries()) {
    const role = known.get(name);
    if (role !== undefined && at[role] === undefined) at[role] = index;
    else if (name !== '') attributes.push({ name: restored(header[index] ?? ''), at: index });
  }
  return { at, attributes, names: header.map(restored) };
};

/** Why a header cannot be read, and with it nothing below it. */
export const headerFlaw = (header: readonly string[]): Flaw | undefined => {
  const names = header.map(restored);
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
  return firstFlaw(names);
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

/** A box needs its four columns, else they are attributes as any other; so it is with the native ones and `name`. */
const rolesOf = (names: readonly string[]): ReadonlyMap<string, Role> => {
  const known = new Map(Object.entries(roles));
  for (const group of [corners, box, native])
    if (group.every((role) => names.includes(role))) for (const role of group) known.set(role, role);
  if (known.has('value')) known.set('name', 'name');
  return known;
};

/** Names that cannot be columns of attributes when a table is written. */
export const isTaken = (name: string): boolean => {
  const folded = name.trim().toLowerCase();
  const groups: readonly (readonly string[])[] = [corners, box, native];
  return (
    folded === '' ||
    folded === 'name' ||
    Object.hasOwn(roles, folded) ||
    groups.some((group) => group.includes(folded))
  );
};
