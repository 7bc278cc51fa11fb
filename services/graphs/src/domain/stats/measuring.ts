import type { GraphDegrees } from '@cairn/contracts';
import { NumbersByDigest } from '@cairn/kernel';
import { StaticDisjointSet, Uint32Vector, Uint8Vector } from 'mnemonist';
import { digestOf } from '../../formats/seen.js';
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

const FIRST_CAPACITY = 1_024;

/** Takes all nodes, then all edges, and keeps a few numbers of each: some 50 bytes of a node and 20 of an edge. */
export class Measuring {
  /** Their indexes, from 1. */
  readonly #nodes = new NumbersByDigest();
  #nodeCount = 0;
  readonly #sources = new Uint32Vector(FIRST_CAPACITY);
  readonly #targets = new Uint32Vector(FIRST_CAPACITY);
  readonly #isDirected = new Uint8Vector(FIRST_CAPACITY);
  #isAnyDirected = false;
  readonly #labels = new NameCounts();
  readonly #types = new NameCounts();

  addNode(key: string, labels: readonly string[]): void {
    this.#indexOf(key);
    for (const label of labels) this.#labels.add(label);
  }

  addEdge({ source, target, type, directed }: MeasuredEdge): void {
    this.#sources.push(this.#indexOf(source));
    this.#targets.push(this.#indexOf(target));
    this.#isDirected.push(directed ? 1 : 0);
    this.#isAnyDirected ||= directed;
    this.#types.add(type);
  }

  #indexOf(key: string): number {
    const digest = digestOf(key);
    const known = this.#nodes.get(digest);
    if (known !== 0) return known - 1;
    this.#nodeCount += 1;
    this.#nodes.set(digest, this.#nodeCount);
    return this.#nodeCount - 1;
  }

  measured(): Measured {
    const degrees = this.#degrees();
    const [labels, types] = [this.#labels.counted, this.#types.counted];
    return {
      directed: isDirected(this.#sources.length, this.#isAnyDirected),
      multiEdges: this.#multiEdges(),
      degree: degreesOf(degrees, this.#sources.length),
      components: this.#components(),
      isolated: degrees.reduce((isolated, degree) => isolated + (degree === 0 ? 1 : 0), 0),
      ...(labels === undefined ? {} : { labels }),
      ...(types === undefined ? {} : { types }),
    };
  }

  #degrees(): Uint32Array {
    const degrees = new Uint32Array(this.#nodeCount);
    for (const ends of [this.#sources, this.#targets]) for (const end of ends) degrees[end]! += 1;
    return degrees;
  }

  #components(): number {
    if (this.#nodeCount === 0) return 0;
    const parts = new StaticDisjointSet(this.#nodeCount);
    for (const [edge, source] of this.#sources.entries()) parts.union(source, this.#targets.get(edge));
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
    const target = this.#targets.get(edge);
    const directed = this.#isDirected.get(edge) === 1;
    const [from, to] = directed || source <= target ? [source, target] : [target, source];
    return (from * this.#nodeCount + to) * 2 + (directed ? 1 : 0);
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
