import { randomUUID } from 'node:crypto';
import { picture } from './files.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';

/** A graph with a logo, a share that waits, and a second version with two nodes and an edge, made at once. */
export const makeGraph = async ({ client }: Person, placed: Placed) => {
  const { body: graph } = await client.call('createGraph', { body: { name: 'World', ...placed } });
  const params = { id: graph.id };
  await client.call('uploadGraphLogo', { params, file: { name: 'logo.png', content: picture() } });
  const { body: share } = await client.call('createGraphShare', {
    params,
    body: { email: `asked-${randomUUID()}@example.org`, without_invite: true },
  });
  const { body: version } = await client.call('createGraphVersion', { params });
  const own = { graph: graph.id, graphShare: share.id, graphVersion: version.id };
  return { ...own, ...(await makeContent({ client }, { ...params, version_id: version.id })) };
};

/** Other worlds have others. */
const makeContent = async (
  { client }: Pick<Person, 'client'>,
  params: { readonly id: string; readonly version_id: string },
) => {
  const own = randomUUID();
  const [graphNode, graphEndNode, graphEdge] = [`auk ${own}`, `eel ${own}`, `auk eats eel ${own}`];
  const edges = [{ uid: graphEdge, source: graphNode, target: graphEndNode }];
  const body = { nodes: [{ uid: graphNode }, { uid: graphEndNode }], edges };
  await client.call('bulkGraphNodes', { params, body });
  return { graphNode, graphEndNode, graphEdge };
};

const NAMED = {
  id: 'graph',
  share_id: 'graphShare',
  version_id: 'graphVersion',
  node_uid: 'graphNode',
  edge_uid: 'graphEdge',
} as const;
type Part = (typeof NAMED)[keyof typeof NAMED];

/** What a parameter of a path of graphs stands for, `undefined` when it is not an id. */
export const graphPartOf = (_: string, name: string): Part | undefined =>
  Object.hasOwn(NAMED, name) ? NAMED[name as keyof typeof NAMED] : undefined;
