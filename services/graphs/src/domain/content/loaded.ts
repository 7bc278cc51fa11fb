import type { KnownEdge, KnownNode } from './elements.js';
import type { KnownFacts } from './facts.js';
import type { UniqueProperties } from './schema/index.js';

/** Which elements a decision needs to know. */
export interface Wants {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  /** Nodes of which the edges are needed. */
  readonly edgesOf: ReadonlySet<string>;
  /** Edges of which the nodes are needed that they connect. */
  readonly endsOf: ReadonlySet<string>;
  /** What is said of the graph itself is needed. */
  readonly facts: boolean;
}

/** The part of the content that a decision needs, as it is at the tip of its stream. What is not in it is not there. */
export interface Loaded {
  readonly nodes: ReadonlyMap<string, KnownNode>;
  /** Those that are wanted, and all at the nodes of `edgesOf`. */
  readonly edges: ReadonlyMap<string, KnownEdge>;
  /** Nodes of `edgesOf` whose edges are not loaded, for they are too many; of one that is alone how many there are. */
  readonly hubs: ReadonlyMap<string, number | undefined>;
  /** Where they are wanted, and there are any. */
  readonly facts?: KnownFacts | undefined;
}

/** What a decision knows of unique values, as they are at the tip. */
export interface UniqueValues extends UniqueProperties {
  /** By key: the nodes that have it, of those keys that the decision may give to a node. */
  readonly holders: ReadonlyMap<string, Iterable<string>>;
  /** Nodes whose keys are not stored: the next event that puts nodes tells them. */
  readonly unkeyed: readonly NodeKeys[];
}

/** The keys of a node as it is since a revision. */
export interface NodeKeys {
  readonly uid: string;
  readonly since: number;
  readonly keys: readonly string[];
}

/** Names the elements that a decision needs. */
export class Wanting implements Wants {
  readonly nodes = new Set<string>();
  readonly edges = new Set<string>();
  readonly edgesOf = new Set<string>();
  readonly endsOf = new Set<string>();
  facts = false;
}
