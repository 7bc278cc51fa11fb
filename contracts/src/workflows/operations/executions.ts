import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { deleted, madeFile, ok } from '../../kit/replies.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { exampleExecution, exampleExecutionResponse } from '../examples.js';
import {
  executionStatuses,
  WorkflowExecution,
  WorkflowExecutionRequest,
  WorkflowExecutionResponse,
  WorkflowExecutionRetry,
} from '../execution.js';

const tag = 'Workflow execution';
const path = '/api/v1/workflows/{id}/executions';
const one = `${path}/{execution_id}` as const;
const Params = Type.Object({ id: Uuid, execution_id: Uuid });
const { results: _results, node_executions: _nodes, pins: _pins, ...listed } = exampleExecution;

const executing =
  'JSON, or a form with the same fields and one `file`, or with `request` (JSON) and one `file`. Each node works with the rights of who saved it last, each edge with those of who ' +
  'drew it; who executes needs to be allowed to execute the workflow alone. The versions of models are fixed at the ' +
  'beginning. `Prefer: wait=N` (at most 30 seconds) answers 200 when it is over by then. ';
const executeErrors = [
  'forbidden',
  'workflow_invalid',
  'not_executable_yet',
  'execution_input_invalid',
  'quota_reached',
] as const;
const executeReplies = {
  202: { description: 'It goes on; `Location` is the execution.', schema: WorkflowExecutionResponse },
  200: { description: 'It is over, under `Prefer: wait`.', schema: WorkflowExecutionResponse },
} as const;

/** What executing a workflow and a version of it have alike. */
const executingOperation = {
  tag,
  method: 'POST',
  access: 'workflows:execute',
  body: WorkflowExecutionRequest,
  bodyLimit: 'configured',
  upload: { limit: 'itemFile', form: 'body' },
  durableWork: true,
  waits: true,
  rateClass: 'execute',
  replies: executeReplies,
  errors: executeErrors,
  example: { body: { single_input: 'You have won!' }, reply: exampleExecutionResponse },
} as const;

export const executeWorkflow = operation({
  ...executingOperation,
  id: 'executeWorkflow',
  summary: 'Execute a workflow',
  description: `${executing}The active version is executed.`,
  path: '/api/v1/workflows/{id}/execute',
  params: Type.Object({ id: Uuid }),
});

export const executeWorkflowVersion = operation({
  ...executingOperation,
  id: 'executeWorkflowVersion',
  summary: 'Execute a version of a workflow',
  description: executing,
  path: '/api/v1/workflows/{id}/versions/{version_id}/execute',
  params: Type.Object({ id: Uuid, version_id: Uuid }),
});

export const listWorkflowExecutions = operation({
  id: 'listWorkflowExecutions',
  tag,
  summary: 'List the executions of a workflow',
  description:
    'All of them for who may write the workflow, else your own. Without `results` and `node_executions`.',
  method: 'GET',
  path,
  access: 'workflows:read',
  params: Type.Object({ id: Uuid }),
  list: {
    sort: ['created_at'],
    defaultSort: '-created_at',
    filters: {
      status: Type.Unsafe<(typeof executionStatuses)[number]>({
        type: 'string',
        enum: [...executionStatuses],
      }),
      version_id: Uuid,
      from: Time,
      to: Time,
    },
  },
  replies: ok('The executions.', Type.Array(WorkflowExecution)),
  example: { reply: [listed] },
});

export const getWorkflowExecution = operation({
  id: 'getWorkflowExecution',
  tag,
  summary: 'Read an execution',
  description:
    'The outputs of the last nodes are told to all who may see it; what other nodes got and put out to those who may ' +
    'use what these work with.',
  method: 'GET',
  path: one,
  access: 'workflows:read',
  params: Params,
  etag: true,
  replies: ok('The execution.', WorkflowExecution),
  example: { reply: exampleExecution },
});

export const cancelWorkflowExecution = operation({
  id: 'cancelWorkflowExecution',
  tag,
  summary: 'Cancel an execution',
  description:
    'What waits is cancelled at once, what runs as soon as its worker knows. A second time changes nothing.',
  method: 'POST',
  path: `${one}/cancel`,
  access: 'workflows:execute',
  params: Params,
  etag: true,
  replies: ok('The execution as it is now.', WorkflowExecution),
  errors: ['forbidden', 'execution_finished'],
  example: { reply: { ...exampleExecution, status: 'cancelled' } },
});

export const retryWorkflowExecution = operation({
  id: 'retryWorkflowExecution',
  tag,
  summary: 'Retry an execution',
  description:
    'By who executed it, when it failed or was cancelled. It is run 2 of the same execution: what nodes have put out is ' +
    'kept, those that failed are done again, with all that depends on them. `Prefer: wait=N` as of `execute`.',
  method: 'POST',
  path: `${one}/retry`,
  access: 'workflows:execute',
  params: Params,
  ifMatch: true,
  body: WorkflowExecutionRetry,
  bodyOptional: true,
  bodyLimit: 'configured',
  durableWork: true,
  waits: true,
  rateClass: 'execute',
  replies: executeReplies,
  errors: [
    'forbidden',
    'execution_not_failed',
    'execution_input_gone',
    'workflow_invalid',
    'not_executable_yet',
    'entity_unavailable',
    'foreign_node',
    'use_secret',
  ],
  example: {
    body: { nodes: [{ node_id: exampleExecution.id, config: { threshold: 0.4 } }] },
    reply: exampleExecutionResponse,
  },
});

export const deleteWorkflowExecution = operation({
  id: 'deleteWorkflowExecution',
  tag,
  summary: 'Delete an execution for good',
  description:
    'By who executed it, when it is over. Nobody can read its input and its outputs afterwards; inferences that it made ' +
    'stay, and can be deleted as all others.',
  method: 'DELETE',
  path: one,
  access: 'workflows:execute',
  params: Params,
  etag: true,
  replies: deleted('The execution', WorkflowExecution),
  errors: ['forbidden', 'execution_running'],
  example: { reply: exampleExecution },
});

export const downloadWorkflowExecutionInput = operation({
  id: 'downloadWorkflowExecutionInput',
  tag,
  summary: 'Download the file of an execution',
  method: 'GET',
  path: `${one}/input-file`,
  access: 'workflows:read',
  params: Params,
  replies: madeFile('The file.'),
  errors: ['execution_input_gone'],
});
