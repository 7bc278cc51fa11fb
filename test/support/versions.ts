import { assets, operations } from '@cairn/contracts';
import type { Person } from './people.js';
import { operationCalled } from './plain-assets.js';
import { pathIn, type World } from './world.js';

const CHANGES = [
  ...assets.map(({ noun }) => operationCalled(`update${noun}Version`)),
  operations.updateWorkflowNode,
  operations.updateWorkflowEdge,
];

/** Changes a version of each kind, what is drawn in that of the workflow and what is in that of the graph; throws where it is refused. */
export const changeVersions = async (
  { client }: Pick<Person, 'client'>,
  world: World,
  body: object,
): Promise<void> => {
  const [uid, source, target] = [world.graphEdge, world.graphNode, world.graphEndNode];
  // At once: the last revision of the content is that of both.
  await client.call('bulkGraphNodes', {
    params: { id: world.graph, version_id: world.graphVersion },
    body: {
      mode: 'merge',
      nodes: [{ uid: source, properties: { ...body } }],
      edges: [{ uid, source, target, properties: { ...body } }],
    },
  });
  for (const operation of CHANGES) {
    const response = await client.send({ method: operation.method, path: pathIn(world, operation), body });
    if (!response.ok) throw new Error(`${operation.id}: ${response.status} ${await response.text()}`);
  }
};
