import type { Json } from '@cairn/kernel';
import type { BulkDeed, Kind, OneDeed, Put, UndoDeed } from './content-deeds.js';
import {
  Draft,
  type Drafted,
  type Flaw,
  type Kept,
  type PlainEdge,
  type PlainGraph,
  type PlainNode,
} from './plain-graph.js';

/** What the service is to answer. */
export type Expected =
  | { readonly refused: string; readonly errors?: readonly Flaw[] }
  | { readonly changed: boolean; readonly result?: Json };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const EMPTY: PlainGraph = { node: new Map(), edge: new Map() };

/** How one revision differs from the one before. */
interface Net {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}

/** The content, as it is and as it was at each of its revisions. */
export class PlainContent {
  readonly revisions: PlainGraph[] = [];

  at(revision: number): PlainGraph {
    return this.revisions[revision] ?? EMPTY;
  }
  /** The revision that was the last so many ago, or the first. */
  revisionBack(back: number): number {
    return Math.max(this.revisions.length - 1 - back, 0);
  }
  get now(): PlainGraph {
    return this.at(this.revisions.length - 1);
  }

  one({ deed, element, uid, sent = {}, ifMatch }: OneDeed & { readonly uid: string }): Expected {
    const draft = new Draft(this.now);
    if (deed === 'delete') draft.delete(element, uid, '');
    else draft.put(element, { uid, pointer: '', mode: deed, sent });
    const [flaw] = draft.flaws;
    if (isSame(flaw, ['', 'not_found'])) return { refused: 'not_found' };
    if (flaw !== undefined) return { refused: 'content_invalid', errors: draft.flaws };
    if (ifMatch === 'wrong') return { refused: 'precondition_failed' };
    const result = { uid, deleted_edges: this.now.edge.size - draft.edge.size };
    const changed = this.#take(draft) !== undefined;
    return deed === 'delete' && element === 'node' ? { changed, result } : { changed };
  }

  bulk({ element, deleted, nodes, edges, skip }: BulkDeed): Expected {
    const draft = new Draft(this.now);
    for (const [index, uid] of deleted.entries()) draft.delete(element, uid, `/delete/${index}`);
    for (const put of nodes) draft.put('node', put);
    for (const put of edges) draft.put('edge', put);
    const { flaws } = draft;
    if (flaws.length > 0 && !skip) return { refused: 'content_invalid', errors: flaws };
    const isRefused = ({ pointer }: Put): boolean =>
      flaws.some(([place]) => place === pointer || place.startsWith(`${pointer}/`));
    const taken = [...nodes, ...edges].filter((put) => !isRefused(put));
    const net = this.#take(draft);
    const { created, updated, deleted: gone } = net ?? { created: 0, updated: 0, deleted: 0 };
    return {
      changed: net !== undefined,
      result: {
        ...{ created, updated, deleted: gone, unchanged: taken.length - created - updated },
        ...{ warnings: [], warning_count: 0 },
        errors: flaws.map(([pointer, code]) => ({ pointer, code, index: Number(pointer.split('/')[2]) })),
        uids: taken.map(({ uid }) => uid),
        revision: net === undefined ? null : this.revisions.length - 1,
      },
    };
  }

  /** What differs now from what the change left stays; all else becomes what it was before the change. */
  undo({ back, skip }: UndoDeed): Expected {
    const revision = this.revisionBack(back);
    if (revision >= this.revisions.length) return { refused: 'in_future' };
    const undoing = new Undoing(new Draft(this.now), {
      before: this.at(revision - 1),
      left: this.at(revision),
      now: this.now,
    });
    undoing.run();
    const { draft, kept } = undoing;
    if (kept.length > 0 && !skip)
      return { refused: 'changed_since', errors: kept.map(({ code }) => ['', code]) };
    const { now } = this;
    const changed = this.#take(draft) !== undefined;
    const result = {
      nodes: differing(now, this.now, 'node').length,
      edges: differing(now, this.now, 'edge').length,
      kept,
      revision: changed ? this.revisions.length - 1 : null,
    };
    return { changed, result };
  }

  /** The draft is the next revision, unless nothing differs. */
  #take(draft: Draft): Net | undefined {
    const { now } = this;
    const revision = this.revisions.length;
    const next = {
      node: settled(now.node, draft.node, revision),
      edge: settled(now.edge, draft.edge, revision),
    };
    const uids = kinds.flatMap((kind) => differing(now, next, kind).map((uid) => [kind, uid] as const));
    if (uids.length === 0) return undefined;
    this.revisions.push(next);
    const created = uids.filter(([kind, uid]) => !now[kind].has(uid)).length;
    const deleted = uids.filter(([kind, uid]) => !next[kind].has(uid)).length;
    return { created, deleted, updated: uids.length - created - deleted };
  }
}

const kinds = ['node', 'edge'] as const;

const settled = <Value>(
  now: ReadonlyMap<string, Kept<Value>>,
  draft: ReadonlyMap<string, Drafted<Value>>,
  revision: number,
): ReadonlyMap<string, Kept<Value>> =>
  new Map(
    [...draft].map(([uid, { value, created }]) => {
      const before = now.get(uid);
      if (before !== undefined && isSame(before.value, value)) return [uid, before];
      return [uid, { value, since: revision, created: created ?? before?.created ?? revision }];
    }),
  );

/** The uids of what differs between two graphs. */
const differing = (one: PlainGraph, other: PlainGraph, kind: Kind): readonly string[] =>
  [...new Set([...one[kind].keys(), ...other[kind].keys()])].filter(
    (uid) => one[kind].get(uid) !== other[kind].get(uid),
  );

interface ToUndo<Value> {
  readonly created: string[];
  readonly others: (readonly [uid: string, before: Value])[];
}
type KeptOf<Of extends Kind> = { readonly node: Kept<PlainNode>; readonly edge: Kept<PlainEdge> }[Of];

class Undoing {
  readonly kept: { readonly element: Kind; readonly uid: string; readonly code: string }[] = [];

  constructor(
    readonly draft: Draft,
    private readonly graphs: Readonly<Record<'before' | 'left' | 'now', PlainGraph>>,
  ) {}

  /** Edges that it created go first, nodes that it created last: so edges have both ends at all times. */
  run(): void {
    const [nodes, edges] = [this.#toUndo('node'), this.#toUndo('edge')];
    for (const uid of edges.created) this.draft.edge.delete(uid);
    for (const [uid, before] of nodes.others) this.draft.node.set(uid, before);
    for (const [uid, before] of edges.others) this.#restoreEdge(uid, before);
    for (const uid of nodes.created) this.#removeNode(uid);
  }

  #restoreEdge(uid: string, past: Kept<PlainEdge>): void {
    const { source, target } = past.value;
    if (this.draft.node.has(source) && this.draft.node.has(target)) this.draft.edge.set(uid, past);
    else this.#keep('edge', uid, 'node_missing');
  }

  #removeNode(uid: string): void {
    if (this.draft.edgesAt(uid).length > 0) this.#keep('node', uid, 'connected_since');
    else this.draft.node.delete(uid);
  }

  /** What the change left as it is now: what it created, and the others with what they were before. */
  #toUndo<Of extends Kind>(kind: Of): ToUndo<KeptOf<Of>> {
    const { before, left, now } = this.graphs;
    const toUndo: ToUndo<KeptOf<Of>> = { created: [], others: [] };
    for (const uid of differing(before, left, kind)) {
      const was = before[kind].get(uid) as KeptOf<Of> | undefined;
      const is = now[kind].get(uid);
      if (isSame(was?.value, is?.value)) continue;
      if (is !== left[kind].get(uid)) this.#keep(kind, uid, 'changed_since');
      else if (was === undefined) toUndo.created.push(uid);
      else toUndo.others.push([uid, was]);
    }
    return toUndo;
  }

  #keep(element: Kind, uid: string, code: string): void {
    this.kept.push({ element, uid, code });
  }
}
