import { type Declaration, type GraphFacts, mergedFacts } from '../../formats/element.js';
import { limits } from '../../formats/limits.js';
import type { Flaw } from './elements.js';

/** What imported files say of the graph itself. */
export type Facts = Omit<GraphFacts, 'kind'>;

/** As they are since a revision. */
export interface KnownFacts {
  readonly said: Facts;
  readonly since: number;
}

export const NO_FACTS: Facts = {};

export const isSameFacts = (one: Facts, other: Facts): boolean => textOf(one) === textOf(other);

const textOf = ({ directed, multigraph, properties = {}, declarations = [], kept = {} }: Facts): string =>
  JSON.stringify([directed, multigraph, properties, declarations, kept]);

/** What a file says stands in place of what was said of the same before; the rest stays. */
export const mergedOnto = (before: Facts, said: Facts): Facts => {
  const { kind: _, ...merged } = mergedFacts({ kind: 'graph', ...before }, { kind: 'graph', ...said });
  const { declarations } = merged;
  return {
    ...merged,
    ...(declarations === undefined ? {} : { declarations: lastOfEach(declarations) }),
    ...(merged.kept === undefined ? {} : { kept: withAllNamespaces(merged.kept, before.kept) }),
  };
};

/** Each at the place where it stood first. */
const lastOfEach = (declarations: readonly Declaration[]): readonly Declaration[] => [
  ...new Map(declarations.map((one) => [JSON.stringify([one.of, one.name, one.type]), one])).values(),
];

type Kept = NonNullable<Facts['kept']>;

/** Nodes and edges that stay have elements in the namespaces of the files before. */
const withAllNamespaces = (merged: Kept, before: Kept = {}): Kept =>
  Object.fromEntries(
    Object.entries(merged).map(([name, value]) => {
      const known = before[name];
      return name.endsWith('.namespaces') && isObject(value) && isObject(known)
        ? [name, { ...known, ...value }]
        : [name, value];
    }),
  );

const isObject = (value: Kept[string] | undefined): value is Kept =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why what several files say comes to more than one file may say: what is exported has to be readable. */
export const factsFlaws = (facts: Facts): readonly Flaw[] => {
  const { declarations = [] } = facts;
  const defaults = declarations.filter((one) => one.default !== undefined).length;
  const isTooMuch =
    declarations.length > limits.declarations ||
    defaults > limits.defaults ||
    textOf(facts).length > limits.factsCharacters;
  return isTooMuch ? [TOO_MUCH] : [];
};

const TOO_MUCH: Flaw = {
  pointer: '/facts',
  code: 'too_large',
  message: 'what is said of the graph itself would be too much, with what files before said',
};
