import type { GraphEdge, GraphNode } from '@cairn/contracts';
import type { Actor, Document } from '@cairn/kernel';
import { withoutAbsent } from '@cairn/assets';
import type { EdgeValue, KnownEdge, KnownNode, NodeValue } from '../../domain/content/elements.js';

/** What every row of an element has: what it is from one revision of the content up to another. */
interface ElementRow extends Document {
  /** Of the content. */
  readonly s: string;
  /** Of the element: `keyOf` its uid. */
  readonly k: string;
  /** Where it is not the key. */
  readonly uid?: string;
  readonly since: number;
  /** The revision that ends it. */
  readonly until: number;
  readonly created_at: string;
  readonly updated_at: string;
}
export type NodeRow = ElementRow &
  NodeValue & {
    /** Keys of its values that no other node may have; absent where none are known. */
    readonly unique?: readonly string[];
  };
export type EdgeRow = ElementRow &
  Omit<EdgeValue, 'source' | 'target'> & {
    /** The keys of its ends. */
    readonly a: string;
    readonly b: string;
    /** Their uids, where these are not the keys. */
    readonly source?: string;
    readonly target?: string;
  };

/** A piece of what was said of the graph itself from a revision on, as JSON: all of it may be too large for one document. */
export interface FactsRow extends Document {
  readonly text: string;
  /** From 0. */
  readonly piece: number;
  readonly pieces: number;
  readonly revision: number;
}

/** A change of the content, without what it did to the elements. */
export interface ChangeRow extends Document {
  readonly s: string;
  readonly revision: number;
  readonly at: string;
  /** Of the record, by which what follows it can be read from the log. */
  readonly hash: string;
  readonly position: string;
  readonly actor: { readonly kind: Actor['kind']; readonly id: string };
  readonly command: string;
  readonly correlation: string;
  /** The import whose part it is, or the work that undoes one. */
  readonly job?: string;
  readonly nodes: number;
  readonly edges: number;
  readonly self_loops: number;
}

/** The content of a version as it is now; its id is that of the stream. */
export interface ContentDocument extends Document {
  readonly graph_id: string;
  readonly version_id: string;
  readonly revision: string;
  readonly hash: string;
  readonly nodes: number;
  readonly edges: number;
  readonly self_loops: number;
  readonly updated_at: string;
}

/** How many nodes have a label, or edges a type. */
export interface TermRow extends Document {
  readonly name: string;
  readonly count: number;
}

export const uidOf = ({ uid, k }: ElementRow): string => uid ?? k;
const sourceOf = ({ source, a }: EdgeRow): string => source ?? a;
const targetOf = ({ target, b }: EdgeRow): string => target ?? b;

export const knownNode = (row: NodeRow): KnownNode => {
  const { labels, properties, parent, kept, since, created_at } = row;
  return { uid: uidOf(row), labels, properties, ...withoutAbsent({ parent, kept }), since, created_at };
};

export const knownEdge = (row: EdgeRow): KnownEdge => {
  const { type, directed, properties, kept, since, created_at } = row;
  const ends = { source: sourceOf(row), target: targetOf(row) };
  const own = { type, directed, properties, ...withoutAbsent({ kept }) };
  return { uid: uidOf(row), ...ends, ...own, since, created_at };
};

export const nodeOf = (row: NodeRow): GraphNode => {
  const { labels, properties, parent, created_at, updated_at } = row;
  const own = { labels: [...labels], properties: { ...properties }, ...withoutAbsent({ parent }) };
  return { uid: uidOf(row), ...own, created_at, updated_at };
};

export const edgeOf = (row: EdgeRow): GraphEdge => {
  const { type, directed, properties, created_at, updated_at } = row;
  const ends = { source: sourceOf(row), target: targetOf(row) };
  return { uid: uidOf(row), ...ends, type, directed, properties: { ...properties }, created_at, updated_at };
};
