import type { EdgeElement, GraphFacts, NodeElement } from '../element.js';
import type { ExportContent } from '../format.js';
import { Seen } from '../seen.js';

/** A graph for tools that know nodes and edges by the same ids: an edge with the id of a node has none. */
export class DistinctIds implements ExportContent {
  readonly facts: GraphFacts;
  readonly #nodes = new Seen();
  /** Edges without their ids, the last time that they were gone over. */
  taken = 0;

  constructor(private readonly content: ExportContent) {
    this.facts = content.facts;
  }

  async *nodes(): AsyncGenerator<readonly NodeElement[], void, void> {
    for await (const batch of this.content.nodes()) {
      for (const { uid } of batch) this.#nodes.add(uid);
      yield batch;
    }
  }

  /** To be gone over after the nodes. */
  async *edges(): AsyncGenerator<readonly EdgeElement[], void, void> {
    this.taken = 0;
    for await (const batch of this.content.edges()) yield batch.map((edge) => this.#distinct(edge));
  }

  #distinct(edge: EdgeElement): EdgeElement {
    const { uid, ...others } = edge;
    if (uid === undefined || !this.#nodes.has(uid)) return edge;
    this.taken += 1;
    return others;
  }
}
