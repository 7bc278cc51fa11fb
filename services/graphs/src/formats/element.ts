import type { Json } from '@cairn/kernel';

/** Values that JSON has no numbers for stand as text, in the forms of `values.ts`. */
export type Properties = Readonly<Record<string, Json>>;

/** What only one format has a word for, by the format: it is written back in that format and kept in the native one. */
export type Kept = Readonly<Record<string, Json>>;

/** Where an element begins in its file; line and column count characters from 1. `file`: its path, in an archive. */
interface Placed {
  readonly place?: { readonly file?: string; readonly line: number; readonly column: number };
}

export interface NodeElement extends Placed {
  readonly kind: 'node';
  readonly uid: string;
  readonly labels: readonly string[];
  readonly properties: Properties;
  /** The uid of the node that this one lies in. */
  readonly parent?: string;
  readonly kept?: Kept;
}

export interface EdgeElement extends Placed {
  readonly kind: 'edge';
  readonly uid?: string;
  /** Uids of nodes, which a file may declare later or not at all. */
  readonly from: string;
  readonly to: string;
  /** Empty when the file says none. */
  readonly type: string;
  readonly directed: boolean;
  readonly properties: Properties;
  readonly kept?: Kept;
}

export type GraphElement = NodeElement | EdgeElement;

export type ScalarType =
  | 'string'
  | 'any_uri'
  | 'boolean'
  | 'integer'
  | 'long'
  | 'float'
  | 'double'
  | 'big_integer'
  | 'big_decimal';
/** `integer` has 32 bits, `long` 64, `json` is any value. */
export type PropertyType = ScalarType | `list<${ScalarType}>` | 'json';

export type Scope = 'node' | 'edge' | 'graph';

/** What a file says of a property before its values. */
export interface Declaration {
  readonly of: Scope;
  readonly name: string;
  readonly type: PropertyType;
  /** What an element has that says nothing; readers have put it there. */
  readonly default?: Json;
  /** GEXF: the values that are allowed, as the file writes them. */
  readonly options?: string;
  /** GEXF: its values change in time. */
  readonly dynamic?: true;
}

/** What a file says of the graph itself. It may come in parts, at any place: `mergedFacts` puts them together. */
export interface GraphFacts {
  readonly kind: 'graph';
  /** What edges are that do not say it. */
  readonly directed?: boolean;
  readonly multigraph?: boolean;
  readonly properties?: Properties;
  readonly declarations?: readonly Declaration[];
  readonly kept?: Kept;
}

/** Something that was not taken over, or taken over as something else, and how often. */
export interface Loss {
  readonly what: string;
  readonly count: number;
}

/** The file was read to its end: counts of what was given out. */
export interface ReadEnd {
  readonly kind: 'end';
  readonly format: string;
  readonly dialect: string;
  readonly nodes: number;
  readonly edges: number;
  readonly notHeld: readonly Loss[];
}

/** Why a file cannot be read. Line and column count characters from 1; an archive as a whole has none. */
export interface ReadError {
  readonly kind: 'error';
  readonly code: RefusalCode;
  readonly message: string;
  /** Its path, in an archive. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export type ReadEntry = GraphElement | GraphFacts | ReadEnd | ReadError;

/** Why files are refused. */
const refusalCodes = {
  format_unknown: 'the content is none of the formats',
  encoding_invalid: 'bytes are not in the encoding of the file, or the encoding is not known',
  archive_invalid: 'a zip is damaged or unsafe, or has neither tables nor one graph file alone',
  gzip_invalid: 'the gzip stream is damaged, or unpacks to too much',
  xml_invalid: 'not well-formed XML',
  doctype_refused: 'a DOCTYPE',
  json_invalid: 'not JSON',
  csv_invalid: 'a quote of a table that is not closed, or closed before its text is over',
  structure_invalid: 'an element, a key or a list is not where the format has it',
  value_invalid: 'a value is not of its declared type',
  type_unknown: 'a type that the format does not have',
  attribute_undeclared: 'a value of a property that was not declared before',
  uid_invalid: 'a uid is missing, empty or holds control characters',
  name_invalid: 'a name of a property, a label or a type cannot be one',
  text_invalid: 'a text holds NUL or half of a surrogate pair',
  hierarchy_invalid: 'nodes lie in each other in a circle',
  not_supported: 'hyperedges, ports, several graphs',
  too_large: 'more than the limits allow',
} as const;
export type RefusalCode = keyof typeof refusalCodes;

export const mergedFacts = (one: GraphFacts, more: GraphFacts): GraphFacts => ({
  ...one,
  ...more,
  ...both('properties', one.properties, more.properties),
  ...both('kept', one.kept, more.kept),
  ...(more.declarations === undefined
    ? {}
    : { declarations: [...(one.declarations ?? []), ...more.declarations] }),
});

const both = <Key extends string, Value extends object>(
  key: Key,
  one: Value | undefined,
  more: Value | undefined,
): Partial<Record<Key, Value>> =>
  one === undefined && more === undefined ? {} : ({ [key]: { ...one, ...more } } as Record<Key, Value>);
