import type { EdgeValue, Flaw, NodeValue } from './elements.js';

/** What the schema in force says of elements. */
export interface ElementRules {
  nodeFlaws(this: void, node: NodeValue): readonly Flaw[];
  /** `ends`: the labels of the nodes that it connects. */
  edgeFlaws(
    this: void,
    edge: EdgeValue,
    ends: { readonly source: readonly string[]; readonly target: readonly string[] },
  ): readonly Flaw[];
}

/** Where nothing is enforced. */
export const anything: ElementRules = { nodeFlaws: () => [], edgeFlaws: () => [] };
