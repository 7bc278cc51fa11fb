import type { Kept, Properties } from '../../formats/element.js';

/** What a node is, beside its uid. */
export interface NodeValue {
  readonly labels: readonly string[];
  readonly properties: Properties;
  /** The uid of the node that it lies in, which may not be there. */
  readonly parent?: string;
  /** What formats of files alone know; absent rather than empty. */
  readonly kept?: Kept;
}

/** What an edge is, beside its uid. */
export interface EdgeValue {
  /** The uid of a node. */
  readonly source: string;
  readonly target: string;
  /** Empty for none. */
  readonly type: string;
  readonly directed: boolean;
  readonly properties: Properties;
  readonly kept?: Kept;
}

/** An element as it is. */
interface Known {
  readonly uid: string;
  /** The revision of the content since which it is so. */
  readonly since: number;
  readonly created_at: string;
}
export type KnownNode = NodeValue & Known;
export type KnownEdge = EdgeValue & Known;

/** What is wrong with an element; `pointer` is a JSON pointer into it, `''` for the element itself. */
export interface Flaw {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}
