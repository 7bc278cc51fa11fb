import { type Refusal, refuse } from '@cairn/kernel';
import type { Canvas, KnownEdge, KnownNode } from './state.js';

/** A canvas is folded whole: it is bounded (law 7). */
export const MOST_NODES = 10_000;
export const MOST_EDGES = 20_000;
/** `config` and `position` of all nodes, bytes. */
export const LARGEST_TEXTS_BYTES = 4_000_000;
/** All records as lists of JSON, bytes. */
export const LARGEST_CANVAS_BYTES = 10_000_000;

/**
 * Why a version may not hold so much. Each record is measured once in its life, so that a change of one node is a sum over
 * what is known.
 */
export const tooLarge = ({ nodes, edges }: Pick<Canvas, 'nodes' | 'edges'>): Refusal | undefined => {
  const [allNodes, allEdges] = [Object.values(nodes), Object.values(edges)];
  const refused = tooMany(allNodes.length, allEdges.length);
  if (refused !== undefined) return refused;
  if (sum(allNodes, textBytes) > LARGEST_TEXTS_BYTES)
    return refuse('canvas_too_large', '`config` and `position` of all nodes are at most 4 MB together.');
  return ENVELOPE_BYTES + sum(allNodes, jsonBytes) + sum(allEdges, jsonBytes) > LARGEST_CANVAS_BYTES
    ? refuse('canvas_too_large', 'All nodes and edges of a version are at most 10 MB as JSON.')
    : undefined;
};

/** Why a version may not hold so many. */
export const tooMany = (nodeCount: number, edgeCount: number): Refusal | undefined => {
  if (nodeCount > MOST_NODES)
    return refuse('canvas_too_large', `A version holds at most ${MOST_NODES} nodes.`);
  return edgeCount > MOST_EDGES
    ? refuse('canvas_too_large', `A version holds at most ${MOST_EDGES} edges.`)
    : undefined;
};

const ENVELOPE_BYTES = '{"nodes":[],"edges":[]}'.length;

interface Size {
  readonly json: number;
  readonly texts: number;
}

/** Records never change: what is changed is another record. */
const sizes = new WeakMap<KnownNode | KnownEdge, Size>();

const sizeOf = (record: KnownNode | KnownEdge): Size => {
  const known = sizes.get(record);
  if (known !== undefined) return known;
  const texts = 'config' in record ? record.config + record.position : '';
  // One more for the comma behind it.
  const size = {
    json: Buffer.byteLength(JSON.stringify(record)) + 1,
    texts: Buffer.byteLength(texts),
  };
  sizes.set(record, size);
  return size;
};

const textBytes = (node: KnownNode): number => sizeOf(node).texts;
const jsonBytes = (record: KnownNode | KnownEdge): number => sizeOf(record).json;

const sum = <Part>(parts: readonly Part[], bytesOf: (part: Part) => number): number =>
  parts.reduce((total, part) => total + bytesOf(part), 0);
