import { randomUUID } from 'node:crypto';
import { graph } from '@cairn/contracts';
import type { Person } from './people.js';
import type { Placed } from './placed.js';
import { makePlain } from './plain-assets.js';

/** A graph with a logo, a share that waits, and a second version with two nodes and an edge, made at once. */
export const makeGraph = async (person: Person, placed: Placed) => {
  const { id, share, version } = await makePlain(person, graph, placed);
  const own = { graph: id, graphShare: share, graphVersion: version };
  return { ...own, ...(await makeContent(person, { id, version_id: version })) };
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
