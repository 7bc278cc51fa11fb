import type { GraphEdge, GraphNode } from '@cairn/contracts';
import type { VersionPath } from '../../testing/content-under-test.js';
import type { EndedJob, WorkingGraphs } from './working-graphs.js';

type Untimed<Element> = Omit<Element, 'created_at' | 'updated_at'>;
const untimed = <Element extends GraphNode | GraphEdge>({
  created_at: _,
  updated_at: __,
  ...element
}: Element): Untimed<Element> => element;

/** What a version has, without when that came. */
export const contentOf = async ({ content }: WorkingGraphs, path: VersionPath) => ({
  nodes: (await content.nodes(path)).elements.map(untimed<GraphNode>),
  edges: (await content.edges(path)).elements.map(untimed<GraphEdge>),
});

/** What a job came to, without what differs each time. */
export const outcomeOf = ({ status, message, result }: EndedJob) => {
  const { job_id: _, duration_ms: __, ...report } = result;
  return { status, message, report };
};

/** The report of an import adds up, for nodes and for edges. */
export const expectAddsUp = ({ result }: EndedJob): void => {
  const { nodes_read, nodes_implied, nodes_created, nodes_updated, nodes_unchanged, nodes_skipped } = result;
  expect(nodes_created + nodes_updated + nodes_unchanged + nodes_skipped).toBe(nodes_read + nodes_implied);
  const { edges_read, edges_created, edges_updated, edges_unchanged, edges_skipped } = result;
  expect(edges_created + edges_updated + edges_unchanged + edges_skipped).toBe(edges_read);
  expect(nodes_skipped + edges_skipped).toBe(result.skipped);
};
