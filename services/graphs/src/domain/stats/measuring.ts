import type { GraphDegrees } from '@cairn/contracts';
import { StaticDisjointSet } from 'mnemonist';
import { type CountedNames, NameCounts } from './name-counts.js';

/** An edge, by the keys of its ends. */
export interface MeasuredEdge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly directed: boolean;
}

/** What nodes and edges come to. */
export interface Measured {
  readonly directed: boolean;
  readonly multiEdges: number;
  readonly degree: GraphDegrees;
  readonly components: number;
  readonly isolated: number;
  /** Absent where there are too many different ones to be counted. */
  readonly labels?: CountedNames;
  readonly types?: CountedNames;
}

/** Takes all nodes, then all edges, and keeps a few numbers of each. */
export class Measuring {
  readonly #nodes = new Map<string, number>();
  readonly #sources: number[] = [];
  readonly #targets: number[] = [];
  readonly #isDirected: boolean[] = [];
  readonly #labels = new NameCounts();
  readonly #types = new NameCounts();

  addNode(key: string, labels: readonly string[]): void {
    this.#indexOf(key);
    for (const label of labels) this.#labels.add(label);
  }

  addEdge({ source, target, type, directed }: MeasuredEdge): void {
    this.#sources.push(this.#indexOf(source));
    this.#targets.push(this.#indexOf(target));
    this.#isDirected.push(directed);
    this.#types.add(type);
  }

  #indexOf(key: string): number {
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const index = this.#nodes.size;
    this.#nodes.set(key, index);
    return index;
  }

  measured(): Measured {
    const degrees = this.#degrees();
    const [labels, types] = [this.#labels.counted, this.#types.counted];
    return {
      directed: isDirected(this.#sources.length, this.#isDirected.includes(true)),
      multiEdges: this.#multiEdges(),
      degree: degreesOf(degrees, this.#sources.length),
      components: this.#components(),
      isolated: degrees.reduce((isolated, degree) => isolated + (degree === 0 ? 1 : 0), 0),
      ...(labels === undefined ? {} : { labels }),
      ...(types === undefined ? {} : { types }),
    };
  }

  #degrees(): Uint32Array {
    const degrees = new Uint32Array(this.#nodes.size);
    for (const ends of [this.#sources, this.#targets]) for (const end of ends) degrees[end]! += 1;
    return degrees;
  }

  #components(): number {
    if (this.#nodes.size === 0) return 0;
    const parts = new StaticDisjointSet(this.#nodes.size);
    for (const [edge, source] of this.#sources.entries()) parts.union(source, this.#targets[edge]!);
    return parts.dimension;
  }

  /** Each pair of ends is one number, so that equal ones stand beside each other once they are sorted. */
  #multiEdges(): number {
    const pairs = new Float64Array(this.#sources.length);
    for (const [edge, source] of this.#sources.entries()) pairs[edge] = this.#pairOf(edge, source);
    pairs.sort();
    return pairs.reduce((parallel, pair, at) => parallel + (at > 0 && pair === pairs[at - 1] ? 1 : 0), 0);
  }

  #pairOf(edge: number, source: number): number {
    const target = this.#targets[edge]!;
    const directed = this.#isDirected[edge] === true;
    const [from, to] = directed || source <= target ? [source, target] : [target, source];
    return (from * this.#nodes.size + to) * 2 + (directed ? 1 : 0);
  }
}

/** Edges are directed unless they say otherwise: without any, the graph is too. */
export const isDirected = (edges: number, isAnyDirected: boolean): boolean => edges === 0 || isAnyDirected;

/** As NetworkX has it. */
export const densityOf = (nodes: number, edges: number, directed: boolean): number =>
  nodes < 2 ? 0 : ((directed ? 1 : 2) * edges) / (nodes * (nodes - 1));

const degreesOf = (degrees: Uint32Array, edges: number): GraphDegrees => {
  const counts = new Map<number, number>();
  for (const degree of degrees) counts.set(degree, (counts.get(degree) ?? 0) + 1);
  const histogram = [...counts]
    .map(([degree, count]) => ({ degree, count }))
    .sort((one, other) => one.degree - other.degree);
  return {
    min: histogram.at(0)?.degree ?? 0,
    max: histogram.at(-1)?.degree ?? 0,
    avg: degrees.length === 0 ? 0 : (2 * edges) / degrees.length,
    histogram,
  };
};
