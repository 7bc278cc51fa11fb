import { Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { command } from '../kit/command.js';
import { Time, Uuid } from '../kit/schemas.js';
import { jobCommands } from '../work/commands.js';
import { JobError } from '../work/events.js';
import { NodeCounts, NodeFact } from './events/execution.js';
import { WorkflowExecutionRequest } from './execution.js';

/** What every kind of work is told, of executions. */
export const executionCommands = jobCommands({ service: 'workflows', noun: 'Execution', error: JobError });

/** Executes a version of a workflow, the active one where none is named. */
export const executeWorkflow = command(
  'workflows.executeWorkflow',
  Type.Object({
    id: Uuid,
    version_id: Type.Optional(Uuid),
    body: WorkflowExecutionRequest,
    file: Type.Optional(FileRecord),
    file_key: Type.Optional(Type.String({ description: 'What opens the file, base64.' })),
  }),
);

/** Of a timer: the time of an execution is over. */
export const expireExecution = command('workflows.expireExecution', Type.Object({ job_id: Uuid, due: Time }));

/** Of the worker that holds an execution: what became of some nodes. */
export const recordExecutionNodes = command(
  'workflows.recordExecutionNodes',
  Type.Object({
    job_id: Uuid,
    fence: Type.String(),
    nodes: Type.Array(NodeFact),
    counts: NodeCounts,
    outputs: Type.Optional(Type.String({ description: 'JSON, by node.' })),
    files: Type.Optional(Type.Array(Type.String())),
    stored_bytes: Type.Integer({ minimum: 0 }),
  }),
);
