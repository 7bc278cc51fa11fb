import { isLonger, type Json } from '@cairn/kernel';
import type { EdgeElement, GraphElement, GraphFacts, NodeElement, PropertyType, Scope } from '../element.js';
import type { ExportContent, NotWritten } from '../format.js';
import { limits } from '../limits.js';
import { fits, joinedType, typeOf } from '../typed.js';
import { isXmlText } from '../xml-text.js';
import { Losses } from './losses.js';

/** A property as columns have it: the types that its values need, and how many elements have it. */
export interface SurveyedProperty {
  readonly types: PropertyType[];
  count: number;
}

/** What must be known of all elements before the first is written. */
export interface Survey {
  readonly nodes: number;
  readonly edges: number;
  readonly directedEdges: number;
  readonly properties: Readonly<Record<Scope, ReadonlyMap<string, SurveyedProperty>>>;
  readonly hasLabels: boolean;
  readonly hasTypes: boolean;
  readonly losses: Losses;
}

/** How a format surveys. */
export interface SurveyRules {
  lost(this: void, element: GraphElement | GraphFacts): readonly string[];
  /** Whether properties are typed columns. */
  readonly columns: boolean;
  /** Properties that have a place of their own and need no column. */
  ownPlace?(this: void, scope: Scope, name: string, value: Json): boolean;
  /** Is told each value. */
  seen?(this: void, scope: Scope, name: string, value: Json): void;
}

/** Goes over all elements once. */
export const surveyOf = async (content: ExportContent, rules: SurveyRules): Promise<Survey | NotWritten> => {
  const surveyor = new Surveyor(content.facts, rules);
  for await (const batch of content.nodes()) for (const node of batch) surveyor.node(node);
  for await (const batch of content.edges()) for (const edge of batch) surveyor.edge(edge);
  return surveyor.flaw ?? surveyor;
};

class Surveyor implements Survey {
  nodes = 0;
  edges = 0;
  directedEdges = 0;
  hasLabels = false;
  hasTypes = false;
  flaw: NotWritten | undefined;
  readonly losses = new Losses();
  readonly properties = {
    node: new Map<string, SurveyedProperty>(),
    edge: new Map<string, SurveyedProperty>(),
    graph: new Map<string, SurveyedProperty>(),
  };
  readonly #declared: Readonly<Record<Scope, ReadonlyMap<string, readonly PropertyType[]>>>;

  constructor(
    facts: GraphFacts,
    private readonly rules: SurveyRules,
  ) {
    const declared = (of: Scope): ReadonlyMap<string, readonly PropertyType[]> => {
      const types = new Map<string, PropertyType[]>();
      for (const { of: scope, name, type } of facts.declarations ?? [])
        if (scope === of) types.set(name, [...(types.get(name) ?? []), type]);
      return types;
    };
    this.#declared = { node: declared('node'), edge: declared('edge'), graph: declared('graph') };
    this.#lose(facts);
    this.#learnAll('graph', facts.properties ?? {});
  }

  node(node: NodeElement): void {
    this.nodes += 1;
    if (node.labels.length > 0) this.hasLabels = true;
    this.#check(node.uid, 'the uid of a node');
    for (const label of node.labels) this.#check(label, 'a label');
    this.#lose(node);
    this.#learnAll('node', node.properties);
  }

  edge(edge: EdgeElement): void {
    this.edges += 1;
    if (edge.directed) this.directedEdges += 1;
    if (edge.type !== '') this.hasTypes = true;
    for (const uid of [edge.from, edge.to, edge.uid ?? 'none'])
      this.#check(uid, 'the uid of an edge or its ends');
    if (edge.type !== '') this.#check(edge.type, 'a type');
    this.#lose(edge);
    this.#learnAll('edge', edge.properties);
  }

  #lose(element: GraphElement | GraphFacts): void {
    for (const what of this.rules.lost(element)) this.losses.add(what);
  }

  #learnAll(scope: Scope, properties: Readonly<Record<string, Json>>): void {
    for (const name of Object.keys(properties)) {
      const value = properties[name]!;
      this.rules.seen?.(scope, name, value);
      if (this.rules.ownPlace?.(scope, name, value) !== true) this.#learn(scope, name, value);
    }
  }

  #learn(scope: Scope, name: string, value: Json): void {
    let known = this.properties[scope].get(name);
    if (known === undefined) {
      this.#checkName(name);
      known = { types: [], count: 0 };
      this.properties[scope].set(name, known);
    }
    known.count += 1;
    if (!this.rules.columns || known.types.some((type) => holds(type, value))) return;
    const declared = this.#declared[scope].get(name)?.find((type) => fits(value, type));
    if (declared === undefined) widen(known.types, typeOf(value));
    else if (!known.types.includes(declared)) known.types.push(declared);
  }

  #check(uid: string, what: string): void {
    if (uid === '' || isLonger(uid, limits.uidCharacters) || !this.#isWritable(uid))
      this.flaw ??= {
        kind: 'refused',
        message: `${what} cannot be written: ${JSON.stringify(uid.slice(0, 80))}`,
      };
  }

  /** Formats with typed columns are XML. */
  #isWritable(text: string): boolean {
    return !this.rules.columns || isXmlText(text);
  }

  #checkName(name: string): void {
    if (!this.#isWritable(name) || isLonger(name, limits.nameCharacters))
      this.flaw ??= {
        kind: 'refused',
        message: `the name of a property cannot be written: ${JSON.stringify(name.slice(0, 80))}`,
      };
  }
}

/** Whether a column that was met may take a value, and still does when numbers of another type come to it. */
const holds = (type: PropertyType, value: Json): boolean =>
  type !== 'json' && fits(value, type) && (joinedType(type, typeOf(value)) ?? type) === type;

/** One column for all numbers that one type can hold. */
const widen = (types: PropertyType[], type: PropertyType): void => {
  for (const [at, known] of types.entries()) {
    const joined = joinedType(known, type);
    if (joined === undefined) continue;
    types[at] = joined;
    return;
  }
  if (!types.includes(type)) types.push(type);
};
