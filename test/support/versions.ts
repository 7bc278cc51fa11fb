import { operations } from '@cairn/contracts';
import type { Person } from './people.js';
import { pathIn, type World } from './world.js';

const CHANGES = [
  operations.updateDatasetVersion,
  operations.updateModelVersion,
  operations.updateWorkflowVersion,
  operations.updateWorkflowNode,
  operations.updateWorkflowEdge,
  operations.updateGraphVersion,
];

/** Changes a version of each kind, and what is drawn in that of the workflow; throws where it is refused. */
export const changeVersions = async (
  { client }: Pick<Person, 'client'>,
  world: World,
  body: object,
): Promise<void> => {
  for (const operation of CHANGES) {
    const response = await client.send({ method: operation.method, path: pathIn(world, operation), body });
    if (!response.ok) throw new Error(`${operation.id}: ${response.status} ${await response.text()}`);
  }
};
