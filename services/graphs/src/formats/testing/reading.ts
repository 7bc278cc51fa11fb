import { openSource } from '@cairn/kernel';
import { bytesOf, uploadOf } from '@cairn/kernel/testkit';
import type { EdgeElement, GraphFacts, NodeElement, ReadEnd, ReadEntry, ReadError } from '../element.js';
import { mergedFacts } from '../element.js';
import type { ExportContent, FormatName, Output } from '../format.js';
import type { ReadOptions } from '../read-graph.js';
import { readSource } from '../read-source.js';
import { writeGraph } from '../write-graph.js';

/** For specs: all that a file says. */
export interface Whole {
  readonly nodes: readonly NodeElement[];
  readonly edges: readonly EdgeElement[];
  readonly facts: GraphFacts;
  readonly end: ReadEnd | ReadError;
}

/** Reads a file, or an archive, whole, in pieces that cut it anywhere. */
export const readWhole = async (
  content: string | Uint8Array,
  options: ReadOptions & { readonly pieceBytes?: number } = {},
): Promise<Whole> => {
  const upload = uploadOf('', content, options.pieceBytes ?? 977);
  const source = await openSource(upload, { isGzipRead: true });
  const entries = await entriesOf(readSource(source, options));
  await source.close();
  const end = entries.pop();
  if (end?.kind !== 'end' && end?.kind !== 'error') throw new Error('there was no end');
  if (entries.some(isEnd)) throw new Error('something came after the end');
  return {
    nodes: entries.filter((entry) => entry.kind === 'node'),
    edges: entries.filter((entry) => entry.kind === 'edge'),
    facts: entries
      .filter((entry) => entry.kind === 'graph')
      .reduce<GraphFacts>((facts, entry) => mergedFacts(facts, entry), { kind: 'graph' }),
    end,
  };
};

const entriesOf = async (batches: AsyncIterable<readonly ReadEntry[]>): Promise<ReadEntry[]> => {
  const entries: ReadEntry[] = [];
  for await (const batch of batches) entries.push(...batch);
  return entries;
};

const isEnd = ({ kind }: ReadEntry): boolean => kind === 'end' || kind === 'error';

export const contentOf = ({ nodes, edges, facts }: Omit<Whole, 'end'>): ExportContent => ({
  facts,
  nodes: () => batchesOf(nodes),
  edges: () => batchesOf(edges),
});

async function* batchesOf<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[], void, void> {
  for (let at = 0; at < items.length; at += 100) yield items.slice(at, at + 100);
}

export const textOf = async (output: Output): Promise<string> => (await bytesOf(output.content)).toString();

interface RoundTrip {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly output: Output;
  readonly back: Whole;
}

/** A graph as a file, and what is read of that. Throws when it is refused. */
export const roundTrip = async (
  graph: Omit<Whole, 'end'>,
  format: FormatName,
  dialect: string,
): Promise<RoundTrip> => {
  const output = await writeGraph(contentOf(graph), format, dialect);
  if (output.kind === 'refused') throw new Error(output.message);
  const bytes = await bytesOf(output.content);
  const back = await readWhole(bytes, bytes.length === 0 ? { format } : {});
  return { bytes, text: bytes.toString(), output, back };
};

/** The edges as tools hold them that know nodes and edges by the same ids. */
export const withDistinctIds = (
  nodes: readonly NodeElement[],
  edges: readonly EdgeElement[],
): readonly EdgeElement[] => {
  const taken = new Set(nodes.map(({ uid }) => uid));
  return edges.map(({ uid, ...edge }) => (uid === undefined || taken.has(uid) ? edge : { uid, ...edge }));
};
