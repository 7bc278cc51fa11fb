import { restored } from '@cairn/kernel';
import { type CellType, typedName } from './cells.js';

export const csvDialects = ['edges', 'nodes'] as const;
export type CsvDialect = (typeof csvDialects)[number];
/** Tables of both, in an archive. */
export const ARCHIVED = 'tables';
export type Role = 'source' | 'target' | 'uid' | 'type' | 'directed' | 'labels' | 'parent';

/** The columns that a file of Cairn's begins with: how it is told from others. */
export const ownColumns: Readonly<Record<CsvDialect, readonly string[]>> = {
  edges: ['source', 'target', 'id', 'type', 'directed'],
  nodes: ['id', 'labels', 'parent'],
};

interface PropertyColumn {
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
  /** What Neo4j says in a header and is not kept. */
  readonly notHeld: readonly string[];
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
  const own = csvDialects.find((dialect) => ownColumns[dialect].every((name, at) => cells[at] === name));
  const names = own === undefined ? cells : cells.map(restored);
  const gephi = own === undefined ? gephiNamesIn(names) : NONE;
  const meant = names.map((name) => (gephi.has(name) ? undefined : wordOf(name)));
  const pair = ends.find((both) => both.every((word) => meant.includes(word)));
  const dialect = own ?? (pair === undefined ? 'nodes' : 'edges');
  const at = rolesIn(meant, { ...words[dialect], ...endWords(dialect, pair) });
  if (dialect === 'nodes' && at.uid === undefined) return undefined;
  const isOneLabel = meant[at.labels ?? -1] === 'label';
  return { dialect, names, at, isOwn: own !== undefined, isOneLabel, ...columnsOf(names, at, gephi) };
};

const columnsOf = (
  names: readonly string[],
  at: Header['at'],
  gephi: ReadonlyMap<string, string>,
): Pick<Header, 'properties' | 'nameless' | 'notHeld'> => {
  const taken = new Set(Object.values(at));
  const others = [...names.keys()].filter((one) => !taken.has(one));
  return {
    properties: [...idNames(names, at), ...others.flatMap((one) => propertyAt(names, one, gephi))],
    nameless: others.filter((one) => isNameless(names[one]!)),
    notHeld: [
      ...(names.some((name) => GROUP.test(name)) ? ['groups of ids'] : []),
      ...(others.some((one) => typedName(names[one]!).hasOptions) ? ['options of types'] : []),
    ],
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
const NEO4J = /^(.*):(ID|LABEL|START_ID|END_ID|TYPE|IGNORE)(?:\([^()]*\))?$/s;
const GROUP = /:(?:ID|START_ID|END_ID)\([^()]*\)$/s;

/** What a name says of its column. */
const wordOf = (name: string): string => {
  const neo4j = NEO4J.exec(name)?.[2];
  return neo4j === undefined ? name.trim().toLowerCase() : `:${neo4j.toLowerCase()}`;
};

/** Properties of Gephi, as its GEXF names them: what it calls a label is a text to show. */
const gephiNames: ReadonlyMap<string, string> = new Map([
  ['Label', 'label'],
  ['Weight', 'weight'],
]);

const NONE: ReadonlyMap<string, string> = new Map();

/** A header is Gephi's when it spells its names so. */
const gephiNamesIn = (names: readonly string[]): ReadonlyMap<string, string> =>
  names.includes('Id') || (names.includes('Source') && names.includes('Target')) ? gephiNames : NONE;

const isNameless = (name: string): boolean => name.trim() === '';

const propertyAt = (
  names: readonly string[],
  at: number,
  gephi: ReadonlyMap<string, string>,
): readonly PropertyColumn[] => {
  const header = names[at]!;
  if (isNameless(header) || NEO4J.exec(header)?.[2] === 'IGNORE') return [];
  const { name, type } = typedName(header);
  return [{ name: gephi.get(name) ?? name, type, at }];
};

/** Neo4j keeps an id as a property too when its column has a name. */
const idNames = (names: readonly string[], { uid }: Header['at']): readonly PropertyColumn[] => {
  const [, name = '', word] = NEO4J.exec(uid === undefined ? '' : names[uid]!) ?? [];
  return uid === undefined || word !== 'ID' || name === '' ? [] : [{ name, type: 'string', at: uid }];
};
