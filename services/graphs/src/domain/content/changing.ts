import { MOST_ELEMENTS } from '@cairn/contracts';
import { boundFlaws } from './bounds.js';
import type { Draft } from './draft.js';
import type { EdgeValue, Flaw, NodeValue } from './elements.js';
import { type Facts, factsFlaws, mergedOnto, NO_FACTS } from './facts.js';
import { Wanting } from './loaded.js';
import type { ElementRules } from './rules.js';
import { leaveTaken } from './unique-values.js';
import { mergedEdge, mergedNode, replacedEdge, type SentEdge, type SentNode } from './values.js';

/**
 * How an element is taken that is there already, or is not: `create` refuses what is there, `change` and `replace` what is
 * not, `merge` and `set` take both. `replace` and `set` make it what is sent, and no more.
 */
export type PutMode = 'create' | 'merge' | 'change' | 'replace' | 'set';

const isWhole = (mode: PutMode): boolean => mode === 'replace' || mode === 'set';

interface Named {
  readonly uid: string;
  /** Where it stands in the body, a JSON pointer: `/nodes/17`; `''` where it is the body. */
  readonly pointer: string;
}
export interface PutNode extends Named {
  readonly mode: PutMode;
  readonly sent: SentNode;
}
export interface PutEdge extends Named {
  readonly mode: PutMode;
  readonly sent: SentEdge;
}

/** What is to become of the content: in this order. */
export interface Changes {
  readonly deletedEdges: readonly Named[];
  readonly deletedNodes: readonly Named[];
  readonly nodes: readonly PutNode[];
  readonly edges: readonly PutEdge[];
  /** What a file says of the graph itself: all that is said from now on, or beside what was said. */
  readonly facts?: { readonly said: Facts; readonly isAll: boolean } | undefined;
}
export const NO_CHANGES: Changes = { deletedEdges: [], deletedNodes: [], nodes: [], edges: [] };

/** The elements that changes have to know. */
export const wantedBy = ({ deletedEdges, deletedNodes, nodes, edges, facts }: Changes): Wanting => {
  const wanting = new Wanting();
  wanting.facts = facts !== undefined;
  for (const { uid } of [...deletedEdges, ...edges]) wanting.edges.add(uid);
  for (const { uid } of [...deletedNodes, ...nodes]) wanting.nodes.add(uid);
  for (const { uid } of deletedNodes) wanting.edgesOf.add(uid);
  for (const { uid, sent } of edges) wantEnds(wanting, uid, sent);
  return wanting;
};

/** An end that is not sent is the one that the edge has. */
const wantEnds = (wanting: Wanting, uid: string, { source, target }: SentEdge): void => {
  for (const end of [source, target])
    if (end === undefined) wanting.endsOf.add(uid);
    else wanting.nodes.add(end);
};

/** What is wrong with elements that were left as they were, and what the schema says of elements that are stored. */
export interface Changed {
  readonly flaws: readonly Flaw[];
  readonly warned: Warned;
}
interface Warned {
  readonly count: number;
  /** The first hundred. */
  readonly first: readonly Flaw[];
}
const MOST_TOLD = 100;

/** Makes changes in a draft. What is wrong with an element is answered, and it is left as it was. */
export const change = (draft: Draft, changes: Changes, rules: ElementRules): Changed => {
  const changing = new Changing(draft, rules);
  for (const each of changes.deletedEdges) changing.deleteEdge(each);
  changing.deleteNodes(changes.deletedNodes);
  for (const each of changes.nodes) changing.putNode(each);
  changing.leaveTaken(changes.nodes);
  for (const each of changes.edges) changing.putEdge(each);
  if (changes.facts !== undefined) changing.putFacts(changes.facts);
  return changing;
};

const flaw = (pointer: string, code: string, message: string): Flaw => ({ pointer, code, message });

class Changing implements Changed {
  readonly flaws: Flaw[] = [];
  readonly warned = { count: 0, first: new Array<Flaw>() };
  readonly #named = { node: new Set<string>(), edge: new Set<string>() };
  #edgesGone = 0;

  constructor(
    private readonly draft: Draft,
    private readonly rules: ElementRules,
  ) {}

  deleteEdge({ uid, pointer }: Named): void {
    if (this.#isRepeated('edge', uid, pointer)) return;
    if (this.draft.edges.get(uid) === undefined) this.flaws.push(notThere(pointer, 'edge'));
    else this.draft.edges.remove(uid);
  }

  /** Their edges go with them. */
  deleteNodes(nodes: readonly Named[]): void {
    const edges = this.draft.edgesAt(new Set(nodes.map(({ uid }) => uid)));
    for (const { uid, pointer } of nodes) {
      if (this.#isRepeated('node', uid, pointer)) continue;
      if (this.draft.nodes.get(uid) === undefined) this.flaws.push(notThere(pointer, 'node'));
      else this.#deleteNode({ uid, pointer }, edges.get(uid) ?? []);
    }
  }

  /** Edges that went with another node are not counted again. */
  #deleteNode({ uid, pointer }: Named, all: readonly string[]): void {
    const edges = all.filter((edge) => this.draft.edges.get(edge) !== undefined);
    if (this.draft.loaded.hubs.has(uid) || this.#edgesGone + edges.length > MOST_ELEMENTS) {
      this.flaws.push(flaw(pointer, 'too_many_edges', `more than ${MOST_ELEMENTS} edges would go with it`));
      return;
    }
    this.#edgesGone += edges.length;
    for (const edge of edges) this.draft.edges.remove(edge);
    this.draft.nodes.remove(uid);
  }

  putNode(put: PutNode): void {
    const { uid, pointer, mode, sent } = put;
    const before = this.draft.nodes.get(uid);
    if (this.#isRefused('node', put, before !== undefined)) return;
    const value = mergedNode(isWhole(mode) ? undefined : before, sent);
    const ofRules = this.rules.nodeFlaws(value);
    if (!this.#isWrong(boundFlaws(value), ofRules, pointer)) this.draft.nodes.put(uid, value);
  }

  /** The end state decides: two nodes may exchange a value. */
  leaveTaken(puts: readonly PutNode[]): void {
    const taken = leaveTaken(this.draft);
    if (taken.length === 0) return;
    const pointers = new Map(puts.map(({ uid, pointer }) => [uid, pointer]));
    for (const { uid, flaws } of taken) this.#tell(this.flaws, flaws, pointers.get(uid) ?? '');
  }

  putEdge(put: PutEdge): void {
    const { uid, pointer, mode, sent } = put;
    const before = this.draft.edges.get(uid);
    if (this.#isRefused('edge', put, before !== undefined)) return;
    const value = isWhole(mode) ? replacedEdge(before, sent) : mergedEdge(before, sent);
    if (value === undefined) this.flaws.push(flaw(pointer, 'required', 'must have source and target'));
    else if (!this.#isEdgeWrong(value, pointer)) this.draft.edges.put(uid, value);
  }

  /** What one file says is not too much: it was read. */
  putFacts({ said, isAll }: NonNullable<Changes['facts']>): void {
    const before = isAll ? NO_FACTS : this.draft.facts;
    const merged = mergedOnto(before, said);
    const flaws = Object.keys(before).length === 0 ? [] : factsFlaws(merged);
    this.#tell(this.flaws, flaws, '');
    if (flaws.length === 0) this.draft.facts = merged;
  }

  #isEdgeWrong(edge: EdgeValue, within: string): boolean {
    const [source, target] = [this.draft.nodes.get(edge.source), this.draft.nodes.get(edge.target)];
    const missing = [...missingEnd('source', source), ...missingEnd('target', target)];
    const ofRules =
      source === undefined || target === undefined
        ? []
        : this.rules.edgeFlaws(edge, { source: source.labels, target: target.labels });
    return this.#isWrong([...boundFlaws(edge), ...missing], ofRules, within);
  }

  #isRefused(element: 'node' | 'edge', { uid, pointer, mode }: PutNode | PutEdge, isThere: boolean): boolean {
    if (this.#isRepeated(element, uid, at(pointer, 'uid'))) return true;
    const wrong = refusedBy(mode, element, isThere, pointer);
    if (wrong !== undefined) this.flaws.push(wrong);
    return wrong !== undefined;
  }

  /** Whether an element is refused; else what the rules say of it may be a warning. */
  #isWrong(flaws: readonly Flaw[], ofRules: readonly Flaw[], within: string): boolean {
    const refusing = this.rules.warns === true ? flaws : [...flaws, ...ofRules];
    this.#tell(this.flaws, refusing, within);
    if (refusing.length > 0) return true;
    this.warned.count += ofRules.length;
    this.#tell(this.warned.first, ofRules.slice(0, MOST_TOLD - this.warned.first.length), within);
    return false;
  }

  /** Tells flaws of an element by their places in the body. */
  #tell(told: Flaw[], flaws: readonly Flaw[], within: string): void {
    for (const { pointer, code, message } of flaws) told.push(flaw(within + pointer, code, message));
  }

  #isRepeated(element: 'node' | 'edge', uid: string, pointer: string): boolean {
    const named = this.#named[element];
    if (!named.has(uid)) {
      named.add(uid);
      return false;
    }
    this.flaws.push(flaw(pointer, 'uid_repeated', `names the ${element} a second time`));
    return true;
  }
}

/** In a body that is the element itself, what is said of it as a whole has no pointer. */
const at = (pointer: string, field: string): string => `${pointer}/${field}`;

const missingEnd = (end: 'source' | 'target', node: NodeValue | undefined): readonly Flaw[] =>
  node === undefined ? [flaw(`/${end}`, 'node_missing', 'names no node of the version')] : [];

const notThere = (pointer: string, element: string): Flaw =>
  flaw(pointer, 'not_found', `names no ${element} of the version`);

const refusedBy = (mode: PutMode, element: string, isThere: boolean, pointer: string): Flaw | undefined => {
  if (mode === 'create' && isThere)
    return flaw(at(pointer, 'uid'), 'uid_taken', `is that of another ${element} of the version`);
  if ((mode === 'change' || mode === 'replace') && !isThere) return notThere(pointer, element);
  return undefined;
};
