import { type Source, SourceDamaged } from '@cairn/kernel';
import { PEEK_CHARACTERS } from '../detection.js';
import type { ReadEntry, ReadError } from '../element.js';
import { limits } from '../limits.js';
import { readFile, type ReadOptions, textOf } from '../read-graph.js';
import { shown } from '../reading/refusal.js';
import { Losses } from '../writing/losses.js';
import { ARCHIVED } from './header.js';
import { headerIn } from './read.js';

/** Reads the tables of an archive as one graph: those of nodes first, for edges name them. Other files are passed over. */
export async function* readTables(
  source: Source,
  options: ReadOptions,
): AsyncGenerator<readonly ReadEntry[], void, void> {
  const tables = source.names().filter(isTable);
  const refused = refusalOf(tables.length, options);
  if (refused !== undefined) {
    yield [refused];
    return;
  }
  const sum = new Sum();
  for (const file of await nodesFirst(source, tables))
    for await (const batch of readFile(await source.open(file), { ...options, format: 'csv', file })) {
      const given = sum.withoutEnd(batch);
      if (given.length > 0) yield given;
      if (given.at(-1)?.kind === 'error') return;
    }
  sum.passOver(source.names().filter((file) => !isTable(file)));
  yield [sum.end];
}

const isTable = (file: string): boolean => /\.(?:csv|tsv|tab)$/i.test(file);

const refusalOf = (tables: number, { format = 'csv' }: ReadOptions): ReadError | undefined => {
  if (tables === 0) return { kind: 'error', code: 'archive_invalid', message: NO_TABLES };
  if (format !== 'csv')
    return { kind: 'error', code: 'archive_invalid', message: `its tables are csv, and not ${format}` };
  if (tables <= limits.tables) return undefined;
  return { kind: 'error', code: 'too_large', message: `it has more than ${limits.tables} tables` };
};

const NO_TABLES =
  'it has no table (.csv, .tsv or .tab) of nodes or of edges; a graph file of another format is read where it is alone ' +
  'in a zip, and not packed once more';

/** A table whose header tells nothing is refused by its reader, before there are edges. */
const nodesFirst = async (source: Source, tables: readonly string[]): Promise<readonly string[]> => {
  const [nodes, edges]: [string[], string[]] = [[], []];
  for (const file of tables) ((await isOfEdges(source, file)) ? edges : nodes).push(file);
  return [...nodes, ...edges];
};

const isOfEdges = async (source: Source, file: string): Promise<boolean> => {
  let start = '';
  try {
    for await (const text of textOf(await source.open(file))) {
      start += text;
      if (start.length >= PEEK_CHARACTERS) break;
    }
  } catch (error) {
    // Its reader comes to the same place, and tells it.
    if (!(error instanceof SourceDamaged)) throw error;
  }
  return headerIn(start)?.dialect === 'edges';
};

/** So many files that are passed over are named. */
const MOST_NAMED = 5;

/** What the tables come to. */
class Sum {
  readonly #losses = new Losses();
  #nodes = 0;
  #edges = 0;

  /** The batch without the end of a table, which is added. */
  withoutEnd(batch: readonly ReadEntry[]): readonly ReadEntry[] {
    const end = batch.at(-1);
    if (end?.kind !== 'end') return batch;
    this.#nodes += end.nodes;
    this.#edges += end.edges;
    for (const { what, count } of end.notHeld) this.#losses.add(what, count);
    return batch.slice(0, -1);
  }

  passOver(files: readonly string[]): void {
    if (files.length === 0) return;
    const more = files.length > MOST_NAMED ? ' and others' : '';
    this.#losses.add(
      `files that are no tables: ${files.slice(0, MOST_NAMED).map(shown).join(', ')}${more}`,
      files.length,
    );
  }

  get end(): ReadEntry {
    const counts = { nodes: this.#nodes, edges: this.#edges };
    return { kind: 'end', format: 'csv', dialect: ARCHIVED, ...counts, notHeld: this.#losses.all() };
  }
}
