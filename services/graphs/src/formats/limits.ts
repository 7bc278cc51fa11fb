import { elementLimits } from '@cairn/contracts';

/**
 * What a file may hold at most, so that a hostile one fills no memory; README.md has the table. Characters are UTF-16
 * units, those of uids and names code points.
 */
export const limits = {
  ...elementLimits,
  /** A text, a list or an object: one value. */
  valueCharacters: 1024 * 1024,
  /** All that a file says of the graph itself. */
  factsCharacters: 8 * 1024 * 1024,
  /** XML elements that are kept as they are, at one place. */
  keptElements: 10_000,
  /** Attributes of one XML element. */
  attributesPerTag: 256,
  declarations: 10_000,
  /** Declarations with a default: each is put at every element. */
  defaults: 100,
  /** Of a table. */
  columns: 10_000,
  /** In an archive. */
  tables: 10_000,
  /** Of an object of JSON that holds the lists of nodes and edges. */
  keys: 10_000,
  /** Levels of JSON in one element, of XML elements in a file. */
  depth: 64,
  /** Nodes that lie in others: they are remembered, to find circles. */
  nestedNodes: 1_000_000,
  /** Nodes in nodes. */
  hierarchyDepth: 1000,
  /** Digits of a number. */
  digits: 1000,
  /** Kinds of losses that are told. */
  losses: 100,
} as const;
