import type { EdgeValue, Flaw, NodeValue } from './elements.js';
import type { EndLabels, UniqueProperties } from './schema/index.js';

/** What the schema in force says of elements. */
export interface ElementRules {
  nodeFlaws(node: NodeValue): readonly Flaw[];
  /** `ends`: the labels of the nodes that it connects. */
  edgeFlaws(edge: EdgeValue, ends: EndLabels): readonly Flaw[];
  /** An element is stored whatever its flaws are, and these are told. */
  readonly warns?: boolean;
  /** Absent where no property has to be unique. */
  readonly unique?: UniqueProperties | undefined;
}

/** Where nothing is enforced. */
export const anything: ElementRules = { nodeFlaws: () => [], edgeFlaws: () => [] };

/** Says the same of each element by itself, and refuses none. It does not look for values that are there twice. */
export const warning = (rules: ElementRules): ElementRules => ({
  nodeFlaws: (node) => rules.nodeFlaws(node),
  edgeFlaws: (edge, ends) => rules.edgeFlaws(edge, ends),
  warns: true,
});
