import { type Json, textCell, zipped, type ZippedFile } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, NodeElement, Properties } from '../element.js';
import type { ExportContent, NotWritten, Output } from '../format.js';
import { limits } from '../limits.js';
import { encoded, written } from '../writing/chunks.js';
import { declarationsLost, graphPropertiesLost, keptFactsLost, keptLost } from '../writing/lost.js';
import { surveyOf } from '../writing/survey.js';
import { untypedText } from './cells.js';
import { ARCHIVED, type CsvDialect, ownColumns } from './header.js';

const END = '\r\n';

/** The edges of a graph as a table, or its nodes, or both in an archive. */
export const writeCsv = async (content: ExportContent, dialect: string): Promise<Output | NotWritten> => {
  const tables = tablesOf(dialect);
  const columns: Columns = { nodes: new CsvColumns(), edges: new CsvColumns() };
  const survey = await surveyOf(content, {
    lost: (element) => lostOf(element, tables),
    columns: false,
    seen: (of, name, value) => (of === 'graph' ? undefined : columns[TABLES[of]].see(name, value)),
  });
  if ('kind' in survey) return survey;
  if (tables.some((table) => columns[table].count + ownColumns[table].length > limits.columns))
    return { kind: 'refused', message: `a table has at most ${limits.columns} columns` };
  return {
    ...{ kind: 'file', format: 'csv', dialect },
    nodes: tables.includes('nodes') ? survey.nodes : 0,
    edges: tables.includes('edges') ? survey.edges : 0,
    notHeld: survey.losses.all(),
    ...(dialect === ARCHIVED
      ? { ...ZIP, content: zipped(filesOf(tables, content, columns)) }
      : { ...CSV, content: tableOf(tables[0], content, columns) }),
  };
};

const CSV = { extension: '.csv', contentType: 'text/csv; charset=utf-8' };
const ZIP = { extension: '.zip', contentType: 'application/zip' };

type Columns = Readonly<Record<CsvDialect, CsvColumns>>;
/** Where elements stand. */
const TABLES = { node: 'nodes', edge: 'edges' } as const;

const tablesOf = (dialect: string): readonly [CsvDialect, ...CsvDialect[]] => {
  if (dialect === ARCHIVED) return ['nodes', 'edges'];
  return [dialect === 'nodes' ? 'nodes' : 'edges'];
};

const lostOf = (element: GraphElement | GraphFacts, tables: readonly CsvDialect[]): readonly string[] => {
  if (element.kind === 'graph')
    return [...graphPropertiesLost(element), ...declarationsLost(element), ...keptFactsLost(element.kept)];
  const table = TABLES[element.kind];
  return tables.includes(table) ? keptLost(element) : [table];
};

async function* filesOf(
  tables: readonly CsvDialect[],
  content: ExportContent,
  columns: Columns,
): AsyncGenerator<ZippedFile, void, void> {
  for (const table of tables)
    yield { path: `${table}.csv`, compress: true, content: async () => tableOf(table, content, columns) };
}

const tableOf = (
  table: CsvDialect,
  content: ExportContent,
  { nodes, edges }: Columns,
): AsyncIterable<Uint8Array> =>
  encoded(table === 'nodes' ? nodeRows(content, nodes) : edgeRows(content, edges));

async function* nodeRows(content: ExportContent, columns: CsvColumns): AsyncGenerator<string, void, void> {
  yield rowOf([...ownColumns.nodes, ...columns.headers()]);
  const row = ({ uid, labels, parent = '', properties }: NodeElement): string =>
    rowOf([uid, labelsText(labels), parent, ...columns.texts(properties)]);
  yield* written(content.nodes(), row, '');
}

async function* edgeRows(content: ExportContent, columns: CsvColumns): AsyncGenerator<string, void, void> {
  yield rowOf([...ownColumns.edges, ...columns.headers()]);
  const row = ({ from, to, uid = '', type, directed, properties }: EdgeElement): string =>
    rowOf([from, to, uid, type, String(directed), ...columns.texts(properties)]);
  yield* written(content.edges(), row, '');
}

const rowOf = (texts: readonly string[]): string => texts.map(textCell).join(',') + END;

const SEPARATED = /[;|]|^\s|\s$|^\[/;

const labelsText = (labels: readonly string[]): string =>
  labels.some((label) => SEPARATED.test(label)) ? JSON.stringify(labels) : labels.join(';');

/** How the values of a property stand: as they are, as texts that no number is read out of, or else as JSON. */
type Kind = 'any' | 'string' | 'json';

/** What is known of the values of a property: whether an untyped column gives them back, whether all are texts. */
interface Seen {
  isPlain: boolean;
  isText: boolean;
}

/** A column for each property of nodes, or of edges. */
class CsvColumns {
  readonly #seen = new Map<string, Seen>();

  get count(): number {
    return this.#seen.size;
  }

  see(name: string, value: Json): void {
    const seen = this.#seen.get(name) ?? { isPlain: !needsType(name), isText: true };
    seen.isPlain &&= untypedText(value) !== undefined;
    seen.isText &&= typeof value === 'string' && value !== '';
    this.#seen.set(name, seen);
  }

  headers(): readonly string[] {
    return [...this.#seen].map(([name, seen]) => (seen.isPlain ? name : `${name}:${kindOf(seen)}`));
  }

  /** Throws when the survey did not see a value: what is written changed while it was written. */
  texts(properties: Properties): readonly string[] {
    const unseen = Object.keys(properties).find((name) => !this.#seen.has(name));
    if (unseen !== undefined) throw changed(unseen);
    return [...this.#seen].map(([name, seen]) => {
      const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return value === undefined ? '' : textOf(name, kindOf(seen), value);
    });
  }
}

const kindOf = ({ isPlain, isText }: Seen): Kind => {
  if (isPlain) return 'any';
  return isText ? 'string' : 'json';
};

const textOf = (name: string, kind: Kind, value: Json): string => {
  if (kind === 'json') return JSON.stringify(value);
  const text = kind === 'any' ? untypedText(value) : value;
  if (typeof text !== 'string' || text === '') throw changed(name);
  return text;
};

const changed = (name: string): Error => new Error(`the graph changed while it was written: ${name}`);

/** Names that a reader would take for something else. */
const needsType = (name: string): boolean => name.includes(':') || name.trim() === '';
