import { type GraphStats, statsLimits } from '@cairn/contracts';
import type { QueryContext } from '@cairn/kernel';
import { LRUCache } from 'lru-cache';
import { densityOf, type Measured, Measuring } from '../../domain/stats/measuring.js';
import { byCount, type CountedNames } from '../../domain/stats/name-counts.js';
import { measuredAt } from '../jobs/results.js';
import type { TermKind } from './keys.js';
import { type ContentThen, contentThen, tipOf } from './moment.js';
import { TERMS } from './project.js';
import type { TermRow } from './rows.js';
import { edgesThen, isDirectedThen, nodesThen, rowsThen } from './whole.js';

/** What is told of a content, but for the version that it is of. */
type Stats = Omit<GraphStats, 'version_id' | 'computed_at'>;
type Reader = Pick<QueryContext, 'today' | 'pointInTime' | 'documents' | 'past'>;

/** So many rows are gone over for statistics of the past, and so many changes later than it. */
const MOST_ROWS = 3 * statsLimits.measuredElements;
const MOST_LATER = 100_000;
/** Labels and types of today are counted again while others write. */
const ATTEMPTS = 5;

/** All that is kept, characters of JSON. */
const MOST_CHARACTERS = 16_000_000;
/** What was computed, by content and revision: that never changes. */
const known = new LRUCache<string, Stats>({
  max: 1_000,
  maxSize: MOST_CHARACTERS,
  sizeCalculation: (stats) => JSON.stringify(stats).length,
});

/** The statistics of the content of a version at the moment that is read, and since when they are so. */
export const statsOf = async (
  context: Reader,
  versionId: string,
): Promise<{ readonly stats: Stats; readonly at: string | undefined }> => {
  const found = await contentThen(context, versionId);
  const before = await computedBefore(context, versionId, found);
  if (before !== undefined) return { stats: before, at: found.at };
  const { content, names } = await withNames(context, versionId, found);
  const measured = await measure(context, content, versionId);
  const stats = await told(context, content, measured, names);
  if (names !== undefined || content.revision < content.tip) known.set(keyOf(content), stats);
  return { stats, at: content.at };
};

const isLarge = ({ nodes, edges }: ContentThen): boolean => nodes + edges > statsLimits.measuredElements;

/** What was computed at this very revision; of a large content a job may have computed more than is kept here. */
const computedBefore = async (
  { today }: Reader,
  versionId: string,
  content: ContentThen,
): Promise<Stats | undefined> => {
  const kept = known.get(keyOf(content));
  if (kept?.components !== undefined || !isLarge(content)) return kept;
  const found = await measuredAt(today, versionId, content.revision);
  if (found === undefined) return kept;
  const { version_id: _, computed_at: __, ...stats } = found;
  known.set(keyOf(content), stats);
  return stats;
};

const keyOf = ({ s, revision }: ContentThen): string => `${s} ${revision}`;

/** The labels of nodes, and the types of edges. */
interface Names {
  readonly labels: CountedNames;
  readonly types: CountedNames;
}

/** The content with its labels and types, both of one revision: absent of the past, and where others write faster. */
const withNames = async (
  context: Reader,
  versionId: string,
  found: ContentThen,
): Promise<{ readonly content: ContentThen; readonly names?: Names }> => {
  let content = found;
  for (let attempt = 0; attempt < ATTEMPTS && content.revision === content.tip; attempt += 1) {
    const names = {
      labels: await termsOf(context, content.s, 'label'),
      types: await termsOf(context, content.s, 'type'),
    };
    if ((await tipOf(context, versionId)) === content.tip) return { content, names };
    content = await contentThen(context, versionId);
  }
  return { content };
};

const termsOf = async ({ today }: Reader, s: string, kind: TermKind): Promise<CountedNames> => {
  const filter = { fields: { s, kind, count: { from: 1 } } };
  const { listedNames, countedNames } = statsLimits;
  const terms = await today.find(TERMS, { filter, sort: '-count', limit: listedNames });
  const names = (terms as readonly TermRow[]).map(({ name, count }) => ({ name, count }));
  const total = names.length < listedNames ? names.length : await today.count(TERMS, filter, countedNames);
  return { names: names.sort(byCount), total };
};

/** What all nodes and edges come to; `undefined` where they, or what was written since, are too many. */
const measure = async (
  context: Reader,
  content: ContentThen,
  versionId: string,
): Promise<Measured | undefined> => {
  const { nodes, revision, tip } = content;
  if (isLarge(content) || tip - revision > MOST_LATER) return undefined;
  // Edges have nodes at their ends.
  if (nodes === 0) return new Measuring().measured();
  const rows = await rowsThen(context.today, content, MOST_ROWS + 1);
  if (rows > MOST_ROWS) return undefined;
  context.past?.budget.spend(rows);
  return measureAll(context, content, versionId, () => undefined);
};

/** Goes over all nodes and edges of a content, and calls `step` after each. */
const measureAll = async (
  reader: Pick<Reader, 'today'>,
  content: ContentThen,
  versionId: string,
  step: () => void,
): Promise<Measured> => {
  const measuring = new Measuring();
  const tipNow = () => tipOf(reader, versionId);
  for await (const { k, labels } of nodesThen(reader.today, content, tipNow)) {
    measuring.addNode(k, labels);
    step();
  }
  for await (const { a, b, type, directed } of edgesThen(reader.today, content, tipNow)) {
    measuring.addEdge({ source: a, target: b, type, directed });
    step();
  }
  return measuring.measured();
};

/** The statistics of all that a content has at its revision, however much that is; `step` is called after each element. */
export const allStatsOf = async (
  reader: Pick<Reader, 'today'>,
  content: ContentThen,
  versionId: string,
  step: () => void,
): Promise<Stats> => {
  const measured = await measureAll(reader, content, versionId, step);
  return statsFrom(content, { ...measured, measured });
};

const told = async (
  { today }: Reader,
  content: ContentThen,
  measured: Measured | undefined,
  names: Names | undefined,
): Promise<Stats> => {
  const directed = measured === undefined ? await isDirectedThen(today, content) : measured.directed;
  return statsFrom(content, { ...measured, ...names, directed, measured });
};

/** What is known of a content beside its counts. */
interface Known extends Partial<Names> {
  readonly directed?: boolean | undefined;
  readonly measured: Measured | undefined;
}

const statsFrom = (
  { nodes, edges, self_loops, revision }: ContentThen,
  { directed, measured, ...names }: Known,
): Stats => ({
  revision: revision < 0 ? null : revision,
  ...{ node_count: nodes, edge_count: edges, self_loops },
  ...(directed === undefined ? {} : { directed, density: densityOf(nodes, edges, directed) }),
  ...namesTold(names),
  ...measuredTold(measured),
});

const namesTold = ({ labels, types }: Partial<Names>): Partial<Stats> => ({
  ...(labels === undefined ? {} : { node_labels: [...labels.names], node_label_count: labels.total }),
  ...(types === undefined ? {} : { edge_types: [...types.names], edge_type_count: types.total }),
});

const measuredTold = (measured: Measured | undefined): Partial<Stats> => {
  if (measured === undefined) return {};
  const { multiEdges, degree, components, isolated } = measured;
  return { multi_edges: multiEdges, degree, components, isolated };
};
