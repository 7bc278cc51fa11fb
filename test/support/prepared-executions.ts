import type { Client } from '@cairn/client';
import type { Preparation } from './preparation.js';
import type { World } from './world.js';

interface OfExecution {
  readonly id: string;
  readonly execution_id: string;
}

/** Few enough that an answer with all of them is kept under its `Idempotency-Key` (256,000 bytes). */
const NODES = 100;

/** A workflow whose execution goes on for a moment. */
const longWorkflow = async ({ person: { client } }: World): Promise<string> => {
  const nodes = Array.from({ length: NODES }, (_, at) => ({ id: `node ${at}`, name: `node ${at}` }));
  const edges = nodes.slice(1).map(({ id }, at) => ({ begin_node_id: nodes[at]!.id, end_node_id: id }));
  return (await client.call('createWorkflow', { body: { name: 'long', nodes, edges } })).body.id;
};

/** One that was cancelled: to cancel it once more is answered alike, however fast executions are. */
const cancelled: Preparation = async (_, world) => {
  const { client } = world.person;
  const id = await longWorkflow(world);
  for (;;) {
    const { body } = await client.call('executeWorkflow', {
      params: { id },
      body: { single_input: 'a text' },
    });
    const params = { id, execution_id: body.execution_id };
    await client.try('cancelWorkflowExecution', { params });
    if ((await endOf(client, params)) === 'cancelled') return { params };
  }
};

/** How an execution ends. */
const endOf = async (client: Client, params: OfExecution): Promise<string> => {
  for (;;) {
    const { body } = await client.call('getWorkflowExecution', { params });
    if (body.completed_at !== undefined) return body.status;
  }
};

export const ofExecutions: Readonly<Record<string, Preparation>> = {
  cancelWorkflowExecution: cancelled,
  retryWorkflowExecution: async (cairn, world) => ({ ...(await cancelled(cairn, world)), body: {} }),
};
