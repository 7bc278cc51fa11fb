import { derivedId, pointerTo } from '@cairn/kernel';
import { shown } from '../../../formats/reading/refusal.js';
import type { GraphSchema } from '../../schema.js';
import type { EdgeValue, Flaw, NodeValue } from '../elements.js';
import { DeclaredProperties, valuesOf } from './declared-properties.js';
import { EdgeType, type EndLabels } from './edge-type.js';
import { MOST_KEYS, type UniqueKey, uniqueKey, type UniqueProperties, valueKey } from './unique-key.js';

/** So many flaws of one element are told: a schema may ask for thousands of properties. */
const MOST_FLAWS = 100;

const first = (flaws: Iterable<Flaw>): readonly Flaw[] => {
  const told: Flaw[] = [];
  for (const flaw of flaws) {
    told.push(flaw);
    if (told.length === MOST_FLAWS) break;
  }
  return told;
};

const getOrMake = <Value>(map: Map<string, Value>, key: string, make: () => Value): Value => {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
};

/**
 * A schema, made ready to be held against many elements. What it does not declare it does not ask: without types of nodes
 * nodes are free, without types of edges edges are, and elements may have properties that no type declares.
 */
export class ContentSchema {
  readonly #nodes = new Map<string, DeclaredProperties>();
  readonly #edges = new Map<string, EdgeType>();
  #digest: string | undefined;

  constructor({ nodes = [], edges = [] }: GraphSchema) {
    for (const { type, properties } of nodes)
      getOrMake(this.#nodes, type, () => new DeclaredProperties(type)).declare(properties);
    for (const declared of edges)
      getOrMake(this.#edges, declared.type, () => new EdgeType(declared.type)).declare(declared);
  }

  /** What is wrong with a node, the first hundred. It has to be as each of its labels' types says. */
  nodeFlaws(node: NodeValue): readonly Flaw[] {
    return this.#nodes.size === 0 ? [] : first(this.#nodeFlaws(node));
  }

  /** What is wrong with an edge, the first hundred. It has to be as one of the declarations of its type says. */
  edgeFlaws(edge: EdgeValue, ends: EndLabels): readonly Flaw[] {
    if (this.#edges.size === 0) return [];
    const type = this.#edges.get(edge.type);
    return type === undefined ? [undeclared('/type', 'edge', edge.type)] : first(type.flaws(edge, ends));
  }

  /** What has to be unique; `undefined` when nothing has. */
  get unique(): UniqueProperties | undefined {
    this.#digest ??= this.#digestOfUnique();
    const digest = this.#digest;
    return digest === '' ? undefined : { digest, keysOf: (node) => this.uniqueKeys(node) };
  }

  #digestOfUnique(): string {
    const names = [...this.#nodes].flatMap(([type, { uniques }]) => uniques.map((name) => [type, name]));
    return names.length === 0 ? '' : derivedId(...names.map((each) => JSON.stringify(each)).toSorted());
  }

  /** A key for each value of the node that the type of one of its labels has as unique; one too many at most. */
  uniqueKeys({ labels, properties }: NodeValue): readonly UniqueKey[] {
    const values = valuesOf(properties);
    const valueKeys = new Map<string, string>();
    const keys: UniqueKey[] = [];
    for (const label of labels)
      for (const name of this.#nodes.get(label)?.uniqueNames(values) ?? []) {
        const value = getOrMake(valueKeys, name, () => valueKey(values.get(name) ?? null));
        keys.push({ key: uniqueKey(label, name, value), name });
        if (keys.length > MOST_KEYS) return keys;
      }
    return keys;
  }

  *#nodeFlaws({ labels, properties }: NodeValue): Generator<Flaw, void, void> {
    if (labels.length === 0)
      yield {
        pointer: '/labels',
        code: 'label_missing',
        message: "must have one of the schema's node types",
      };
    const values = valuesOf(properties);
    for (const [index, label] of labels.entries()) {
      const type = this.#nodes.get(label);
      if (type === undefined) yield undeclared(pointerTo('/labels', index), 'node', label);
      else yield* type.flaws(values);
    }
  }
}

const undeclared = (pointer: string, kind: 'node' | 'edge', type: string): Flaw => ({
  pointer,
  code: 'type_undeclared',
  message: `must be one of the schema's ${kind} types${type === '' ? '' : `: ${shown(type)} is none`}`,
});
