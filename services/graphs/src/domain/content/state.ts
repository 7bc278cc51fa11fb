import { type GraphContentEvent, graphContentStreamEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** What is known of the content of a version: how much there is. Nodes and edges are not in it: they are loaded one by one. */
export interface ContentState {
  /** Empty while nothing was ever stored. */
  readonly graph_id: string;
  readonly version_id: string;
  readonly nodes: number;
  readonly edges: number;
  /** Edges from a node to itself. */
  readonly self_loops: number;
  /** All nodes have their keys of the unique properties that this is the digest of; empty: it is not known. */
  readonly keyed: string;
}

/** The handler tells by the state whether it moved: each event makes another one. */
const evolve = (_: ContentState, { data }: GraphContentEvent): ContentState => ({
  graph_id: data.graph_id,
  version_id: data.version_id,
  ...data.total,
  keyed: data.keyed ?? '',
});

/** `graphContent-<id>`: asked for by the id of the version, of which its own is derived. */
export const graphContent = aggregate<ContentState, GraphContentEvent>({
  category: 'graphContent',
  keyWord: 'content',
  events: Object.values(graphContentStreamEvents),
  stateVersion: 2,
  initial: { graph_id: '', version_id: '', nodes: 0, edges: 0, self_loops: 0, keyed: '' },
  evolve,
});
