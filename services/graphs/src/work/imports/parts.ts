import type { EdgeElement, GraphElement, GraphFacts, NodeElement } from '../../formats/element.js';
import { charactersOf } from '../../application/content/amounts.js';
import type { NodesOfFile, Passing } from './names.js';

/** How much is in a part. */
export interface PartSize {
  readonly elements: number;
  readonly characters: number;
}
/** Its event has a place in the log, and its documents hold nobody up. */
export const PART_SIZE: PartSize = { elements: 1_000, characters: 250_000 };

export type NamedEdge = EdgeElement & { readonly uid: string };

/** An element that cannot be stored, whatever the version has. */
interface SetAside {
  readonly element: GraphElement;
  readonly code: string;
  readonly message: string;
}

/** A part of a file that is stored as one change. */
export interface Part {
  /** From 0. */
  readonly ordinal: number;
  readonly nodes: readonly NodeElement[];
  readonly edges: readonly NamedEdge[];
  /** Nodes that only edges of the file name, the first time that one does. */
  readonly implied: readonly string[];
  readonly setAside: readonly SetAside[];
  /** What the file says of the graph itself: the first part has it. */
  readonly facts?: GraphFacts;
}

export interface Parting {
  /** In a file whose edges stand before their nodes, one is stored after the other. */
  readonly only?: 'nodes' | 'edges';
  readonly nodes: NodesOfFile;
  readonly passing: Passing;
  /** Goes with the first part, or is a part of its own where the file has no elements. */
  readonly facts?: GraphFacts;
  /** What becomes of the end of an edge that the file does not have. */
  readonly foreignEnd: (uid: string) => ForeignEnd;
  readonly size: PartSize;
}

/** It is made, or its edge is set aside, or the version may have it. */
export type ForeignEnd = 'implied' | 'refused' | 'looked for';

/** The parts of a file: the same ones each time. */
export async function* partsOf(
  elements: AsyncIterable<readonly GraphElement[]>,
  parting: Parting,
): AsyncGenerator<Part, void, void> {
  const gathering = new Gathering(parting);
  for await (const batch of elements)
    for (const element of batch) {
      gathering.add(element);
      if (gathering.isFull) yield gathering.taken();
    }
  if (!gathering.isEmpty) yield gathering.taken();
}

class Gathering {
  #ordinal = 0;
  #part = empty();
  #characters = 0;

  constructor(private readonly parting: Parting) {}

  get isFull(): boolean {
    const { nodes, edges, implied, setAside } = this.#part;
    const count = nodes.length + edges.length + implied.length + setAside.length;
    const { size } = this.parting;
    return count >= size.elements || this.#characters >= size.characters;
  }

  get isEmpty(): boolean {
    if (this.#ordinal === 0 && this.parting.facts !== undefined) return false;
    return Object.values(this.#part).every((list) => list.length === 0);
  }

  taken(): Part {
    const { facts } = this.parting;
    const part = {
      ordinal: this.#ordinal,
      ...this.#part,
      ...(this.#ordinal > 0 || facts === undefined ? {} : { facts }),
    };
    this.#ordinal += 1;
    this.#part = empty();
    this.#characters = 0;
    return part;
  }

  add(element: GraphElement): void {
    if (this.parting.only === (element.kind === 'node' ? 'edges' : 'nodes')) return;
    this.#characters += charactersOf(element);
    if (element.kind === 'node') this.#addNode(element);
    else this.#addEdge(element);
  }

  #addNode(node: NodeElement): void {
    if (this.parting.passing.isRepeated(node)) this.#setAside(node, REPEATED);
    else this.#part.nodes.push(node);
  }

  #addEdge(edge: EdgeElement): void {
    const { passing, nodes, foreignEnd } = this.parting;
    const uid = passing.uidOf(edge);
    if (uid === undefined) {
      this.#setAside(edge, REPEATED);
      return;
    }
    const foreign = [edge.from, edge.to].filter((end) => !nodes.has(end));
    const refused = foreign.find((end) => foreignEnd(end) === 'refused');
    if (refused !== undefined) {
      this.#setAside({ ...edge, uid }, missing(refused));
      return;
    }
    for (const end of foreign)
      if (foreignEnd(end) === 'implied' && passing.imply(end)) this.#part.implied.push(end);
    this.#part.edges.push({ ...edge, uid });
  }

  #setAside(element: GraphElement, why: Omit<SetAside, 'element'>): void {
    this.#part.setAside.push({ element, ...why });
  }
}

export const REPEATED = { code: 'uid_repeated', message: 'stands in the file a second time' };
const missing = (end: string) => ({
  code: 'node_missing',
  message: `connects ${JSON.stringify(end)}, a node that the file does not have`,
});

const empty = () => ({
  nodes: [] as NodeElement[],
  edges: [] as NamedEdge[],
  implied: [] as string[],
  setAside: [] as SetAside[],
});
