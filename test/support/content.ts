import { randomUUID } from 'node:crypto';
import type {
  FieldError,
  GraphBulkReply,
  GraphEdge,
  GraphEdgeInput,
  GraphNode,
  GraphNodeInput,
  Problem,
} from '@cairn/contracts';
import type { Answer } from '@cairn/client';
import { arrivedMail, shareTokenIn } from './mailbox.js';
import type { Person } from './people.js';
import type { ServedCairn } from './topology.js';

type Someone = Pick<Person, 'client'>;

/** A version of a graph, as the paths of its content name it. */
export interface VersionPath {
  readonly id: string;
  readonly version_id: string;
}

/** The version of a new graph; it is empty. */
export const emptyGraph = async ({ client }: Someone, more: object = {}): Promise<VersionPath> => {
  const { body } = await client.call('createGraph', { body: { name: 'Food web', ...more } });
  return { id: body.id, version_id: body.active_version_id };
};

/** A puffin that eats a sandeel, a guillemot that eats it, sees the puffin, and is on an edge with itself: revision 0. */
export const foodWeb = async (person: Someone): Promise<VersionPath> => {
  const params = await emptyGraph(person);
  const edges = [
    ['a', 'puffin', 'sandeel', 'EATS'],
    ['b', 'guillemot', 'sandeel', 'EATS'],
    ['c', 'guillemot', 'puffin', 'SEES'],
    ['d', 'guillemot', 'guillemot', ''],
  ] as const;
  await person.client.call('bulkGraphNodes', {
    params,
    body: {
      nodes: [
        { uid: 'puffin', labels: ['Bird'], properties: { ring: 'GB-4711', legs: 2 } },
        { uid: 'sandeel', labels: ['Fish', 'Prey'], properties: { legs: 0 } },
        { uid: 'guillemot', labels: ['Bird'], properties: { legs: 2, rare: false } },
      ],
      edges: edges.map(([uid, source, target, type]) => ({
        ...{ uid, source, target, type, properties: { of: uid } },
      })),
    },
  });
  return params;
};

export const addNode = ({ client }: Someone, params: VersionPath, body: GraphNodeInput = {}) =>
  client.call('createGraphNode', { params, body });
export const addEdge = ({ client }: Someone, params: VersionPath, body: GraphEdgeInput) =>
  client.call('createGraphEdge', { params, body });

/** What narrows a list, or says as of when it is. */
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** What a list tells in one page. */
interface Listed {
  readonly uids: readonly string[];
  /** Of all pages. */
  readonly total: number;
}
export const listed = async (
  { client }: Someone,
  params: VersionPath,
  what: 'Nodes' | 'Edges',
  query: Query = {},
): Promise<Listed> => {
  const { body, headers } = await client.call(`listGraph${what}`, { params, query });
  return { uids: body.map(({ uid }) => uid), total: totalIn({ headers }) };
};
/** How many there are in all pages of a list. */
export const totalIn = ({ headers }: Pick<Answer<unknown>, 'headers'>): number =>
  Number(headers.get('x-total-count') ?? Number.NaN);

/** All nodes and edges of a version that has a page of them at most. */
export interface Content {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
export const contentOf = async (
  { client }: Someone,
  params: VersionPath,
  query: Query = {},
): Promise<Content> => ({
  nodes: (await client.call('listGraphNodes', { params, query })).body,
  edges: (await client.call('listGraphEdges', { params, query })).body,
});

/** Lets somebody else write the graph. */
export const shareGraph = async (
  cairn: ServedCairn,
  owner: Someone,
  { id }: VersionPath,
  other: Person,
): Promise<void> => {
  const body = { user_id: other.id, role_slug: 'share_editor' as const };
  const { body: share } = await owner.client.call('createGraphShare', { params: { id }, body });
  const mail = await arrivedMail(cairn, other.email, (each) => each.includes(share.id));
  await other.client.call('acceptShare', { params: { token: shareTokenIn(mail) } });
};

/** How many nodes and edges there are: by the lists, by the version, and by its graph, which all have to agree. */
export const countsOf = async (
  { client }: Someone,
  params: VersionPath,
  query: Readonly<Record<string, string | number>> = {},
): Promise<readonly (readonly (number | undefined)[])[]> => {
  const page = { params, query: { limit: 1, ...query } };
  const lists = [await client.call('listGraphNodes', page), await client.call('listGraphEdges', page)];
  const { body: version } = await client.call('getGraphVersion', { params });
  const { body: versions } = await client.call('listGraphVersions', { params: { id: params.id } });
  const { body: graph } = await client.call('getGraph', { params: { id: params.id } });
  const shown = [version, ...[versions, graph.versions].flatMap((all) => all.filter(isIt(params)))];
  return [lists.map(totalIn), ...shown.map(({ node_count, edge_count }) => [node_count, edge_count])];
};
const isIt =
  ({ version_id }: VersionPath) =>
  ({ id }: { readonly id: string }): boolean =>
    id === version_id;

/** What `countsOf` tells where all agree. */
export const counts = (nodes: number, edges: number) => Array<number[]>(4).fill([nodes, edges]);

/** The revision of the content that a write made. */
export const revisionOf = ({ headers }: Pick<Answer<unknown>, 'headers'>): number =>
  Number(headers.get('x-revision'));

/** The revision that a bulk tells. */
export const bulkRevision = ({ body }: Pick<Answer<GraphBulkReply>, 'body'>): number => {
  if (body.revision === null) throw new Error('the bulk changed nothing');
  return body.revision;
};

/** The status, the code of the problem, and each of its errors as a pointer and a code; a good answer has neither. */
export const refusalIn = ({ status, body }: Pick<Answer<unknown>, 'status' | 'body'>): Refusal => {
  const { code, errors = [] } = body as Partial<Pick<Problem, 'code' | 'errors'>>;
  return [status, code, errors.map(flawIn)];
};
const flawIn = (error: FieldError): string =>
  error.pointer === undefined ? error.code : `${error.pointer} ${error.code}`;
type Refusal = readonly [status: number, code: string | undefined, errors: readonly string[]];

/**
 * Sends a write again, under its key, while the read models lag behind it: a cluster takes longer for ten thousand elements
 * than an answer waits.
 */
export const untilRead = async <Body>(
  send: (headers: { readonly 'idempotency-key': string }) => Promise<Answer<Body>>,
): Promise<Answer<Body>> => {
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await send(headers);
    if (answer.status !== 202) return answer;
  }
};
