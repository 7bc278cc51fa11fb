import { restored } from '@cairn/kernel';
import { type CellType, typedName } from './cells.js';

export type CsvDialect = 'edges' | 'nodes';
export type Role = 'source' | 'target' | 'uid' | 'type' | 'directed' | 'labels' | 'parent';

/** The columns that a file of Cairn's begins with: how it is told from others. */
export const ownColumns: Readonly<Record<CsvDialect, readonly string[]>> = {
  edges: ['source', 'target', 'id', 'type', 'directed'],
  nodes: ['id', 'labels', 'parent'],
};

export interface PropertyColumn {
  readonly name: string;
  readonly type: CellType;
  readonly at: number;
}

/** What the first row of a table says of those below. */
export interface Header {
  readonly dialect: CsvDialect;
  readonly names: readonly string[];
  readonly at: Readonly<Partial<Record<Role, number>>>;
  readonly properties: readonly PropertyColumn[];
  /** Columns without a name. */
  readonly nameless: readonly number[];
  /** Cairn wrote the table: a `'` before what a spreadsheet would run is none of the text. */
  readonly isOwn: boolean;
  /** A cell of labels is one label, not a list. */
  readonly isOneLabel: boolean;
  /** Neo4j: ids are of groups. */
  readonly hasGroups: boolean;
}

const ends = [
  ['source', 'target'],
  ['from', 'to'],
  [':start_id', ':end_id'],
] as const;
const words: Readonly<Record<CsvDialect, Readonly<Partial<Record<Role, readonly string[]>>>>> = {
  edges: { uid: ['id', 'uid'], type: ['type', ':type'], directed: ['directed'] },
  nodes: { uid: ['id', 'uid', ':id'], labels: ['labels', 'label', ':label'], parent: ['parent'] },
};

/** `undefined` when the row names neither the ends of edges nor the ids of nodes. */
export const headerOf = (cells: readonly string[]): Header | undefined => {
  const own = (['edges', 'nodes'] as const).find((dialect) =>
    ownColumns[dialect].every((name, at) => cells[at] === name),
  );
  const names = own === undefined ? cells : cells.map(restored);
  const meant = names.map((name) => wordOf(name, names));
  const pair = ends.find((both) => both.every((word) => meant.includes(word)));
  const dialect = own ?? (pair === undefined ? 'nodes' : 'edges');
  const at = rolesIn(meant, { ...words[dialect], ...endWords(dialect, pair) });
  if (dialect === 'nodes' && at.uid === undefined) return undefined;
  const others = [...names.keys()].filter((one) => !Object.values(at).includes(one));
  return {
    ...{ dialect, names, at, isOwn: own !== undefined },
    properties: [...idNames(names, at), ...others.flatMap((one) => propertyAt(names, one))],
    nameless: others.filter((one) => isNameless(names[one]!)),
    isOneLabel: at.labels !== undefined && meant[at.labels] === 'label',
    hasGroups: names.some((name) => GROUP.test(name)),
  };
};

const endWords = (
  dialect: CsvDialect,
  pair: readonly [string, string] | undefined,
): Partial<Record<Role, readonly string[]>> =>
  dialect === 'nodes' || pair === undefined ? {} : { source: [pair[0]], target: [pair[1]] };

/** The first column of a role has it; later ones are properties. */
const rolesIn = (
  meant: readonly (string | undefined)[],
  roles: Readonly<Partial<Record<Role, readonly string[]>>>,
): Partial<Record<Role, number>> => {
  const at: Partial<Record<Role, number>> = {};
  for (const [role, known] of Object.entries(roles)) {
    const found = meant.findIndex((word) => word !== undefined && known.includes(word));
    if (found !== -1) at[role as Role] = found;
  }
  return at;
};

/** Names of Neo4j that say what a column is: `personId:ID(Person)`. */
const NEO4J = /^(.*):(ID|LABEL|START_ID|END_ID|TYPE|IGNORE)(?:\(.*\))?$/s;
const GROUP = /:(?:ID|START_ID|END_ID)\(.*\)$/s;

/** What a name says of its column. What Gephi calls a label is a text to show, as in its GEXF. */
const wordOf = (name: string, names: readonly string[]): string | undefined => {
  const neo4j = NEO4J.exec(name)?.[2];
  if (neo4j !== undefined) return `:${neo4j.toLowerCase()}`;
  return gephiNames.has(name) && isGephi(names) ? undefined : name.trim().toLowerCase();
};

/** Names that Gephi has, and their properties in its GEXF. */
const gephiNames: ReadonlyMap<string, string> = new Map([
  ['Label', 'label'],
  ['Weight', 'weight'],
]);

const isGephi = (names: readonly string[]): boolean =>
  names.includes('Id') || (names.includes('Source') && names.includes('Target'));

const isNameless = (name: string): boolean => name.trim() === '';

const propertyAt = (names: readonly string[], at: number): readonly PropertyColumn[] => {
  const header = names[at]!;
  if (isNameless(header) || NEO4J.exec(header)?.[2] === 'IGNORE') return [];
  const { name, type } = typedName(header);
  return [{ name: (isGephi(names) ? gephiNames.get(name) : undefined) ?? name, type, at }];
};

/** Neo4j keeps an id as a property too when its column has a name. */
const idNames = (
  names: readonly string[],
  { uid }: Readonly<Partial<Record<Role, number>>>,
): readonly PropertyColumn[] => {
  const [, name = '', word] = NEO4J.exec(uid === undefined ? '' : names[uid]!) ?? [];
  return uid === undefined || word !== 'ID' || name === '' ? [] : [{ name, type: 'string', at: uid }];
};
