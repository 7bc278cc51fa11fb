import type { GoneElement, GraphContentEvent, StoredEdge, StoredNode } from '@cairn/contracts';

type Data = GraphContentEvent['data'];

/** The elements of a change of the content. */
export interface TouchedElements {
  readonly nodes: readonly StoredNode[];
  readonly edges: readonly StoredEdge[];
  readonly deletedNodes: readonly GoneElement[];
  readonly deletedEdges: readonly GoneElement[];
}

/** An event leaves out lists that are empty; where nothing changed there is no event. */
export const touchedElements = (data: Partial<Data> = {}): TouchedElements => {
  const { nodes = [], edges = [], deleted_nodes: deletedNodes = [], deleted_edges: deletedEdges = [] } = data;
  return { nodes, edges, deletedNodes, deletedEdges };
};
