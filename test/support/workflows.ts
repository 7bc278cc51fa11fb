import { randomUUID } from 'node:crypto';
import { exampleSentGraph, operations, type WorkflowExecutionResponse } from '@cairn/contracts';
import type { FileContent } from '@cairn/client';
import { picture } from './files.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';

/**
 * A workflow with a logo, a share that waits, a second version with two nodes and an edge between them, and an execution of
 * that version over a file, which is over. All of its nodes hand on what they get: executing it needs no model.
 */
export const makeWorkflow = async ({ client }: Person, placed: Placed) => {
  const { body: workflow } = await client.call('createWorkflow', {
    body: { name: 'World', ...exampleSentGraph, ...placed },
  });
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
    workflowExecution: await executedOver(
      { client },
      { id: workflow.id, version_id: version.id },
      executedFile,
    ),
  };
};

/** What an execution of a world is over. */
export const executedFile = { name: 'mails.txt', contentType: 'text/plain', content: 'You have won!' };
type Executed = { readonly id: string; readonly version_id?: string };

/** Executes a workflow, or a version of it, over a text or a file and waits for the end; answers which execution that was. */
export const executedOver = async (
  { client }: Pick<Person, 'client'>,
  params: Executed,
  given: string | typeof executedFile,
): Promise<string> => {
  const { executeWorkflow, executeWorkflowVersion } = operations;
  const { method, path } = params.version_id === undefined ? executeWorkflow : executeWorkflowVersion;
  const sent = typeof given === 'string' ? { body: { single_input: given } } : { file: formWith(given) };
  const response = await client.send({ method, path, params, headers: { prefer: 'wait=30' }, ...sent });
  const text = await response.text();
  const { id, status } = JSON.parse(text) as Partial<WorkflowExecutionResponse>;
  if (id === undefined || status !== 'completed')
    throw new Error(`the execution: ${response.status} ${text}`);
  return id;
};

/** A form with a file: what takes JSON too takes no file as it is. */
const formWith = ({ name, contentType, content }: typeof executedFile): FileContent => ({
  name,
  contentType: 'multipart/form-data; boundary=of-a-file',
  content: [
    '--of-a-file',
    `content-disposition: form-data; name="file"; filename="${name}"`,
    `content-type: ${contentType}`,
    '',
    content,
    '--of-a-file--',
    '',
  ].join('\r\n'),
});

const NAMED = {
  workflow_id: 'workflow',
  version_id: 'workflowVersion',
  share_id: 'workflowShare',
  execution_id: 'workflowExecution',
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
