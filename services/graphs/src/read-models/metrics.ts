import type { GraphMetric, GraphStats } from '@cairn/contracts';
import { derivedId, type DocumentsReader } from '@cairn/kernel';
import { measuredLast } from './jobs/results.js';

type Value = Pick<GraphMetric, 'value' | 'data'>;

/** Pages of versions have metrics: names may be long, and there may be a thousand. */
const MOST_NAMES = 10;

/** What each metric is, and which of the statistics it tells. */
const METRICS: Readonly<
  Record<string, readonly [description: string, of: (stats: GraphStats) => Value | undefined]>
> = {
  density: ['How many of the possible edges there are.', ({ density }) => valued(density)],
  self_loops: ['Edges that connect a node with itself.', ({ self_loops }) => valued(self_loops)],
  multi_edges: ['Edges beyond the first between two nodes.', ({ multi_edges }) => valued(multi_edges)],
  components: ['Weakly connected components.', ({ components }) => valued(components)],
  isolated: ['Nodes without an edge.', ({ isolated }) => valued(isolated)],
  average_degree: [
    'The average degree of a node, with the lowest and the highest.',
    ({ degree }) => degree && valued(degree.avg, { min: degree.min, max: degree.max }),
  ],
  node_labels: [
    'How many different labels there are, with the ten most frequent.',
    ({ node_label_count, node_labels }) => valued(node_label_count, node_labels?.slice(0, MOST_NAMES)),
  ],
  edge_types: [
    'How many different types there are, with the ten most frequent.',
    ({ edge_type_count, edge_types }) => valued(edge_type_count, edge_types?.slice(0, MOST_NAMES)),
  ],
};

const valued = (value: number | undefined, data?: unknown): Value | undefined =>
  value === undefined ? undefined : { value, ...(data === undefined ? {} : { data }) };

/** Of which version metrics are. */
interface OfVersion {
  readonly id: string;
  readonly graph_id: string;
}

/** The metrics of a version: what a job computed last of its content, up to a time. */
export const metricsOf = async (
  documents: Pick<DocumentsReader, 'find'>,
  { id: version_id, graph_id }: OfVersion,
  upTo?: string,
): Promise<GraphMetric[]> => {
  const last = await measuredLast(documents, version_id, upTo);
  if (last === undefined) return [];
  const { stats, at } = last;
  const { revision } = stats;
  if (revision === null) return [];
  return Object.entries(METRICS).flatMap(([name, [description, of]]) => {
    const value = of(stats);
    if (value === undefined) return [];
    const id = derivedId(version_id, 'metric', name);
    const times = { created_at: at, updated_at: at, computed_at: at };
    return [{ id, name, description, ...value, graph_id, version_id, revision, ...times }];
  });
};
