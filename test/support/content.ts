import type { GraphBulkReply } from '@cairn/contracts';
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
  return [
    lists.map(({ headers }) => Number(headers.get('x-total-count'))),
    ...shown.map(({ node_count, edge_count }) => [node_count, edge_count]),
  ];
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
