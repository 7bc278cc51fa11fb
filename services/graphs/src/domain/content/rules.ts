import type { EdgeValue, Flaw, NodeValue } from './elements.js';
import type { EndLabels } from './schema/index.js';

/** What the schema in force says of elements. */
export interface ElementRules {
  nodeFlaws(node: NodeValue): readonly Flaw[];
  /** `ends`: the labels of the nodes that it connects. */
  edgeFlaws(edge: EdgeValue, ends: EndLabels): readonly Flaw[];
}

/** Where nothing is enforced. */
export const anything: ElementRules = { nodeFlaws: () => [], edgeFlaws: () => [] };
