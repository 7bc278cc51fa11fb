import type { GraphContentEvent, KeptGraphElement } from '@cairn/contracts';
import type { Draft } from './draft.js';
import type { EdgeValue, NodeValue } from './elements.js';
import { type Facts, isSameFacts } from './facts.js';
import { Wanting } from './loaded.js';
import { touchedElements } from './touched.js';
import { leaveTaken } from './unique-values.js';
import { isSameEdge, isSameNode } from './values.js';

/** A change of the content that is undone. */
export interface Undoing {
  readonly revision: number;
  readonly data: GraphContentEvent['data'];
  /** What its elements were before, by uid; absent: they were not there. */
  readonly nodes: ReadonlyMap<string, Past<NodeValue>>;
  readonly edges: ReadonlyMap<string, Past<EdgeValue>>;
  /** What was said of the graph itself before. */
  readonly facts: Facts;
}
export type Past<Value> = Value & { readonly created_at: string };

/** The elements that undoing has to know. `connected`: the edges at the nodes that go among them. */
export const wantedToUndo = ({ data, edges: before }: Undoing, connected = true): Wanting => {
  const { nodes, edges, deletedNodes, deletedEdges } = touchedElements(data);
  const wanting = new Wanting();
  wanting.facts = data.facts !== undefined;
  for (const { uid } of [...nodes, ...deletedNodes]) wanting.nodes.add(uid);
  for (const { uid } of [...edges, ...deletedEdges]) wanting.edges.add(uid);
  if (connected) for (const { uid, was } of nodes) if (was === undefined) wanting.edgesOf.add(uid);
  for (const { source, target } of before.values()) wanting.nodes.add(source).add(target);
  return wanting;
};

/** Undoes a change in a draft; what is answered stays as others made it since. */
export const undo = (draft: Draft, undoing: Undoing): readonly KeptGraphElement[] => {
  const taken = new Set<string>();
  for (;;) {
    const it = new Undo(draft, undoing, taken);
    it.removeEdges();
    it.restoreNodes();
    it.restoreEdges();
    it.removeNodes();
    it.restoreFacts();
    const more = leaveTaken(draft);
    if (more.length === 0) return it.kept;
    // Edges of a node that does not come back do not come back either: all is undone anew, without these nodes.
    for (const { uid } of more) taken.add(uid);
    draft.reset();
  }
};

type Why = Pick<KeptGraphElement, 'code' | 'message' | 'missing'>;
const CHANGED: Why = { code: 'changed_since', message: 'was changed since' };
const CONNECTED: Why = { code: 'connected_since', message: 'has edges that were created since' };
const TAKEN: Why = {
  code: 'not_unique',
  message: 'had the value of a unique property that another node has now',
};
const UNCONNECTED: Why = { code: 'node_missing', message: 'connected a node that is not there any more' };

/** At no time an edge connects a node that is not there: edges that it created go first, nodes that it created last. */
class Undo {
  readonly kept: KeptGraphElement[] = [];
  readonly #nodes: Touched;
  readonly #edges: Touched;

  constructor(
    private readonly draft: Draft,
    private readonly undoing: Undoing,
    /** Nodes whose unique values others have. */
    private readonly taken: ReadonlySet<string>,
  ) {
    const { nodes, edges, deletedNodes, deletedEdges } = touchedElements(undoing.data);
    this.#nodes = touchedBy(nodes, deletedNodes);
    this.#edges = touchedBy(edges, deletedEdges);
  }

  removeEdges(): void {
    for (const uid of this.#edges.put) {
      if (this.undoing.edges.has(uid) || this.draft.edges.get(uid) === undefined) continue;
      if (this.#isMoved(this.draft.loaded.edges.get(uid), this.#edges, uid)) this.#keep('edge', uid, CHANGED);
      else this.draft.edges.remove(uid);
    }
  }

  restoreNodes(): void {
    for (const uid of this.#nodes.all) {
      const [before, now] = [this.undoing.nodes.get(uid), this.draft.nodes.get(uid)];
      if (before === undefined || (now !== undefined && isSameNode(now, before))) continue;
      if (this.#isMoved(this.draft.loaded.nodes.get(uid), this.#nodes, uid)) this.#keep('node', uid, CHANGED);
      else if (this.taken.has(uid)) this.#keep('node', uid, TAKEN);
      else this.draft.nodes.put(uid, before);
    }
  }

  removeNodes(): void {
    const created = [...this.#nodes.put].filter(
      (uid) => !this.undoing.nodes.has(uid) && this.draft.nodes.get(uid) !== undefined,
    );
    const edges = this.draft.edgesAt(new Set(created));
    for (const uid of created) {
      const isConnected = this.draft.loaded.hubs.has(uid) || (edges.get(uid)?.length ?? 0) > 0;
      if (this.#isMoved(this.draft.loaded.nodes.get(uid), this.#nodes, uid)) this.#keep('node', uid, CHANGED);
      else if (isConnected) this.#keep('node', uid, CONNECTED);
      else this.draft.nodes.remove(uid);
    }
  }

  restoreEdges(): void {
    for (const uid of this.#edges.all) {
      const [before, now] = [this.undoing.edges.get(uid), this.draft.edges.get(uid)];
      if (before === undefined || (now !== undefined && isSameEdge(now, before))) continue;
      const missing = [before.source, before.target].filter((end) => this.draft.nodes.get(end) === undefined);
      if (this.#isMoved(this.draft.loaded.edges.get(uid), this.#edges, uid)) this.#keep('edge', uid, CHANGED);
      else if (missing.length > 0) this.#keep('edge', uid, { ...UNCONNECTED, missing });
      else this.draft.edges.put(uid, before);
    }
  }

  /** They are as the change left them also when what came later was undone. */
  restoreFacts(): void {
    const { data, facts: before } = this.undoing;
    const now = this.draft.facts;
    if (data.facts === undefined || isSameFacts(now, before)) return;
    // Only facts of files are stored.
    if (isSameFacts(now, data.facts as Facts)) this.draft.facts = before;
    else this.#keep('graph', '', CHANGED);
  }

  /** Whether an element is no more as the change left it. */
  #isMoved(known: { readonly since: number } | undefined, { put }: Touched, uid: string): boolean {
    return known === undefined ? put.has(uid) : known.since !== this.undoing.revision;
  }

  #keep(element: KeptGraphElement['element'], uid: string, why: Why): void {
    this.kept.push({ element, uid, ...why });
  }
}

/** The uids of the elements of one kind that a change put, and of all that it touched. */
interface Touched {
  readonly put: ReadonlySet<string>;
  readonly all: readonly string[];
}
type Uids = readonly { readonly uid: string }[];
const touchedBy = (put: Uids, deleted: Uids): Touched => ({
  put: new Set(put.map(({ uid }) => uid)),
  all: [...put, ...deleted].map(({ uid }) => uid),
});
