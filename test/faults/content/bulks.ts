import { randomInt, randomUUID } from 'node:crypto';
import type { Answer, Client } from '@cairn/client';
import type { GraphContentUndo, GraphEdgesBulk, GraphNodesBulk } from '@cairn/contracts';
import type { VersionPath } from '../../support/content.js';

type Sent =
  | { readonly operation: 'bulkGraphNodes'; readonly body: GraphNodesBulk }
  | { readonly operation: 'bulkGraphEdges'; readonly body: GraphEdgesBulk }
  | { readonly operation: 'undoGraphContent'; readonly body: GraphContentUndo };

/** One change that a client asks for. Its nodes have its id as a label, its edges have it as their type. */
export type Bulk = Sent & {
  /** Its `Idempotency-Key`, too. */
  readonly id: string;
  readonly params: VersionPath;
  readonly kind: Kind;
  /** Leaves out what cannot be done; else all is refused for it. */
  readonly skips: boolean;
  /** The bulk whose elements it deletes, or that it undoes. */
  readonly of: Done | undefined;
};

/** A bulk that made a revision. */
export interface Done {
  readonly bulk: Bulk;
  readonly revision: number;
  /** Of its nodes, then of its edges. */
  readonly uids: readonly string[];
}

/** So many nodes, and edges, a bulk writes. */
const OWN = 8;
const PLACES = Array.from({ length: OWN }, (_, index) => index);
const ownNode = (id: string, index: number): string => `${id}-${index % OWN}`;

/** Nodes of a version that all merge, and lead edges to. Nobody deletes them. */
const sharedNodes = PLACES.slice(0, 5).map((index) => `shared-${index}`);
const sharedNode = (index: number): string => sharedNodes[index % sharedNodes.length]!;

/** A bulk with it is more than 256 KB: its event keeps it in a blob. */
const LARGE_TEXT = 'x'.repeat(300_000);
const ONE_IS_LARGE_OF = 8;

/** Edges say no uid: the answer does. */
const ownElements = (id: string): Pick<GraphNodesBulk, 'nodes' | 'edges'> => {
  const text = randomInt(ONE_IS_LARGE_OF) === 0 ? LARGE_TEXT : '';
  return {
    nodes: PLACES.map((index) => ({
      ...{ uid: ownNode(id, index), labels: [id, 'Own'] },
      properties: index === 0 ? { by: id, text } : { by: id },
    })),
    edges: PLACES.map((index) => ({
      ...{ source: ownNode(id, index), type: id },
      target: index % 2 === 0 ? ownNode(id, index + 1) : sharedNode(index),
    })),
  };
};

const sharedElements = (id: string): Required<Pick<GraphNodesBulk, 'nodes' | 'edges'>> => ({
  nodes: sharedNodes.map((uid) => ({ uid, labels: [id], properties: { by: id } })),
  edges: PLACES.map((index) => ({ source: sharedNode(index), target: sharedNode(index + 1), type: id })),
});

/** What each kind sends, by its id and by the bulk that it is about. */
const sending = {
  add: (id: string): Sent => ({ operation: 'bulkGraphNodes', body: ownElements(id) }),
  merge: (id: string): Sent => ({
    operation: 'bulkGraphNodes',
    body: { ...sharedElements(id), mode: 'merge' },
  }),
  remove: (id: string, { bulk }: Done): Sent => ({
    operation: 'bulkGraphNodes',
    body: { ...ownElements(id), delete: PLACES.map((index) => ownNode(bulk.id, index)) },
  }),
  unlink: (id: string, { uids }: Done): Sent => ({
    operation: 'bulkGraphEdges',
    body: { edges: sharedElements(id).edges, delete: uids.slice(OWN) },
  }),
  undo: (_: string, { revision }: Done): Sent => ({ operation: 'undoGraphContent', body: { revision } }),
} as const;
export type Kind = keyof typeof sending;

/** How many nodes, and edges, are a bulk's own. */
export const ownOf: Readonly<Record<Kind, { readonly nodes: number; readonly edges: number }>> = {
  add: { nodes: OWN, edges: OWN },
  merge: { nodes: sharedNodes.length, edges: OWN },
  remove: { nodes: OWN, edges: OWN },
  unlink: { nodes: 0, edges: OWN },
  undo: { nodes: 0, edges: 0 },
};

const pick = <Value>(values: readonly Value[]): Value | undefined => values[randomInt(values.length || 1)];
const KINDS = ['add', 'add', 'add', 'merge', 'merge', 'remove', 'unlink', 'undo', 'undo'] as const;
const LAST = 8;

/** A bulk for a version, after others. Each of these was done. */
export const drawnBulk = (params: VersionPath, done: readonly Done[]): Bulk => {
  const [id, kind] = [randomUUID(), pick(KINDS)!];
  const of = pick(kind === 'undo' ? done.slice(-LAST) : done.filter(({ bulk }) => bulk.kind === 'add'));
  const its = { id, params, skips: kind === 'remove' || randomInt(2) === 0 };
  if (of === undefined) return { ...its, kind: 'add', of, ...sending.add(id) };
  return { ...its, kind, of, ...sending[kind](id, of) };
};

/** Before all bulks: revision 0. */
export const beginContent = async (client: Client, params: VersionPath): Promise<void> => {
  await client.call('bulkGraphNodes', { params, body: { nodes: sharedNodes.map((uid) => ({ uid })) } });
};

/** A retry sends the same again. */
export const send = (client: Client, bulk: Bulk): Promise<Answer<unknown>> => {
  const { id, params } = bulk;
  const query = bulk.skips ? { on_error: 'skip' as const } : {};
  const call = { params, query, headers: { 'idempotency-key': id } };
  switch (bulk.operation) {
    case 'bulkGraphNodes':
      return client.try(bulk.operation, { ...call, body: bulk.body });
    case 'bulkGraphEdges':
      return client.try(bulk.operation, { ...call, body: bulk.body });
    case 'undoGraphContent':
      return client.try(bulk.operation, { ...call, body: bulk.body });
  }
};
