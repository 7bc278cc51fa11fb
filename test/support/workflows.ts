import { randomUUID } from 'node:crypto';
import { exampleSentGraph } from '@cairn/contracts';
import { picture } from './files.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';

/** A workflow with a logo, a share that waits, and a second version with two nodes and an edge between them. */
export const makeWorkflow = async ({ client }: Person, placed: Placed) => {
  const { body: workflow } = await client.call('createWorkflow', { body: { name: 'World', ...placed } });
  const params = { id: workflow.id };
  await client.call('uploadWorkflowLogo', { params, file: { name: 'logo.png', content: picture() } });
  const { body: share } = await client.call('createWorkflowShare', {
    params,
    body: { email: `asked-${randomUUID()}@example.org`, without_invite: true },
  });
  const { body: version } = await client.call('createWorkflowVersion', {
    params: { workflow_id: workflow.id },
    body: exampleSentGraph,
  });
  const [workflowNode = '', workflowEndNode = ''] = version.node_ids ?? [];
  const [workflowEdge = ''] = version.edge_ids ?? [];
  return {
    ...{ workflow: workflow.id, workflowShare: share.id, workflowVersion: version.id },
    ...{ workflowNode, workflowEndNode, workflowEdge },
  };
};

const NAMED = {
  workflow_id: 'workflow',
  version_id: 'workflowVersion',
  share_id: 'workflowShare',
} as const;
const COLLECTIONS = {
  workflows: 'workflow',
  versions: 'workflowVersion',
  nodes: 'workflowNode',
  edges: 'workflowEdge',
} as const;

type Part = (typeof NAMED)[keyof typeof NAMED] | (typeof COLLECTIONS)[keyof typeof COLLECTIONS];

/** What a parameter of a path of workflows stands for, `undefined` when it is not an id. */
export const workflowPartOf = (path: string, name: string): Part | undefined => {
  const collection = /(\w+)\/\{id\}/.exec(path)?.[1] ?? '';
  if (name === 'id') return new Map<string, Part>(Object.entries(COLLECTIONS)).get(collection);
  return new Map<string, Part>(Object.entries(NAMED)).get(name);
};
