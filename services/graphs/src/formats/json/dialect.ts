import type { Json } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, NodeElement, Properties } from '../element.js';
import type { Piece, Role } from '../reading/json-pieces.js';
import type { Place } from '../reading/refusal.js';
import type { JsonObject } from '../values.js';
import type { Fields } from './fields.js';
import type { JsonShape } from './shape.js';

/** A piece, parsed. */
export interface Parsed extends Piece {
  readonly value: Json;
  /** The value as an object. */
  fields(this: void, what: string): Fields;
  /** An object inside of it. */
  inner(this: void, object: JsonObject, what: string): Fields;
  /** The key, when it can be a uid. */
  checkedUid(this: void): string;
  /** The key, when it can be a name. */
  checkedKey(this: void): string;
  /** Properties with names that can be some. */
  checked(this: void, properties: JsonObject): Properties;
}

/** What a dialect's reader is given to say what it finds. */
export interface Findings {
  give(this: void, found: GraphElement | GraphFacts): void;
  lose(this: void, what: string, count?: number): void;
  /** What edges are that do not say it; refused when edges were given that took another. */
  setDirected(this: void, directed: boolean, place: Place): void;
  directed(this: void): boolean;
}

/** What is to be written, as far as it is known before. */
export interface Outline {
  readonly facts: GraphFacts;
  readonly directed: boolean;
  /** Some edges are not as the graph is. */
  readonly mixed: boolean;
}

/** The texts between which elements stand. */
export interface Layout {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  /** Between two elements. */
  readonly separator: string;
  node(this: void, node: NodeElement): string;
  edge(this: void, edge: EdgeElement): string;
}

/** One way of writing graphs as JSON. */
export interface JsonDialect {
  readonly name: string;
  readonly extension: string;
  readonly contentType: string;
  recognises(this: void, shape: JsonShape): boolean;
  /** Whether several values may follow each other. */
  readonly lines: boolean;
  /** The tool knows nodes and edges by the same ids, and leaves out the second of an id. */
  readonly distinctIds?: true;
  role(this: void, parent: Role | undefined, key: string | undefined): Role | undefined;
  /** What edges are when nothing is said. */
  readonly directed: boolean;
  reader(this: void, findings: Findings): (piece: Parsed) => void;
  layout(this: void, outline: Outline): Layout;
  /** Parts of an element, or of the graph, that have no place. */
  lost(this: void, element: GraphElement | GraphFacts): readonly string[];
}
