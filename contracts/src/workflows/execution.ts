import { type Static, Type } from '@sinclair/typebox';
import { User } from '../identity/resources.js';
import { resource } from '../kit/resource.js';
import { JsonObject, JsonText, OneOf, OpenWord, recordFields, Time, Uuid } from '../kit/schemas.js';

import { settableNodeFields } from './node.js';

const Count = Type.Integer({ minimum: 0 });

/** What an execution works on (SPEC-executions). */
export const inputModes = ['single', 'file', 'batch', 'none'] as const;
export type InputMode = (typeof inputModes)[number];

/** How an execution stands, as callers see it (SPEC-executions). */
export const executionStatuses = [
  'pending',
  'running',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** How one node of an execution stands. */
export const nodeStatuses = ['pending', 'running', 'completed', 'failed', 'skipped', 'cancelled'] as const;
export type NodeStatus = (typeof nodeStatuses)[number];

/** The longest text that an execution takes, characters. */
export const LONGEST_INPUT = 1_000_000;

const BatchInputConfig = resource('BatchInputConfig', {
  source: OneOf(['dataset_split', 'dataset_version', 'items', 'inline', 'file']),
  dataset_id: Type.Optional(Uuid),
  dataset_version_id: Type.Optional(Uuid),
  split_id: Type.Optional(Uuid),
  item_ids: Type.Optional(Type.Array(Uuid)),
  inputs: Type.Optional(Type.Array(Type.Unknown())),
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  offset: Type.Optional(Count),
  batch_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  max_concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
  continue_on_item_error: Type.Optional(Type.Boolean()),
  output_dataset_id: Type.Optional(Uuid),
  output_split_id: Type.Optional(Uuid),
});
type BatchInputConfig = Readonly<Static<typeof BatchInputConfig>>;

export const WorkflowExecutionRequest = resource('WorkflowExecutionRequest', {
  input_mode: Type.Optional(
    OneOf(inputModes, {
      description:
        'Absent: `file` where a file is sent, `single` where `single_input` is, else `none`. `batch` is not executable yet.',
    }),
  ),
  single_input: Type.Optional(
    Type.String({ maxLength: LONGEST_INPUT, description: 'Of `single`: the text for the first nodes.' }),
  ),
  batch_config: Type.Optional(BatchInputConfig),
});
export type WorkflowExecutionRequest = Readonly<Static<typeof WorkflowExecutionRequest>>;

/** A setting of a node that is changed for a retry, on the canvas it stays as it is. */
const RetriedNode = Type.Object({
  node_id: Uuid,
  config: Type.Optional(JsonText),
  timeout: settableNodeFields.timeout,
  on_failure: settableNodeFields.on_failure,
});

export const WorkflowExecutionRetry = resource('WorkflowExecutionRetry', {
  nodes: Type.Optional(
    Type.Array(RetriedNode, {
      maxItems: 100,
      description:
        'Settings for this execution alone; they need the permission to write the workflow, and who sends them saves ' +
        'these nodes for it. A node that is changed is done again, with all that depends on it.',
    }),
  ),
});
export type WorkflowExecutionRetry = Readonly<Static<typeof WorkflowExecutionRetry>>;

export const ExecutionProgress = resource('ExecutionProgress', {
  phase: Type.String({ description: '`waiting`, `nodes`, or `over`.' }),
  total: Type.Integer({ minimum: 0, description: 'Inputs: 1 of `single`, `file` and `none`.' }),
  completed: Count,
  failed: Count,
  skipped: Count,
  nodes_total: Count,
  nodes_completed: Count,
  nodes_failed: Count,
  percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Never falls within a run.',
  }),
  run: Type.Integer({ minimum: 1, description: 'Counts up with each retry.' }),
  current_node_id: Type.Optional(Uuid),
  message: Type.Optional(Type.String()),
  updated_at: Time,
});
export type ExecutionProgress = Readonly<Static<typeof ExecutionProgress>>;

export const WorkflowExecutionResponse = resource('WorkflowExecutionResponse', {
  ...recordFields,
  execution_id: Uuid,
  status: OneOf(executionStatuses),
  progress: Type.Optional(ExecutionProgress),
  message: Type.Optional(Type.String()),
});
export type WorkflowExecutionResponse = Readonly<Static<typeof WorkflowExecutionResponse>>;

/** What became of one node, as `node_executions` tells it. */
export const NodeExecution = resource('NodeExecution', {
  id: Uuid,
  node_id: Uuid,
  node_name: Type.String(),
  entity_type: Type.String(),
  entity_id: Type.String(),
  entity_version_id: Type.String({ description: 'The version that ran; empty where it works with none.' }),
  attempt: Count,
  status: OpenWord(nodeStatuses),
  started_at: Type.Optional(Time),
  completed_at: Type.Optional(Time),
  duration_ms: Type.Optional(Count),
  input_preview: Type.Optional(
    Type.String({ description: 'At most 500 characters; left out of what the caller may not know.' }),
  ),
  output_preview: Type.Optional(Type.String({ description: 'The same.' })),
  inference_id: Type.Optional(
    Type.String({ description: 'Of who executed: what the model was asked and answered.' }),
  ),
  next_attempt_at: Type.Optional(Time),
  error: Type.Optional(Type.String()),
  error_code: Type.Optional(Type.String()),
});
export type NodeExecution = Readonly<Static<typeof NodeExecution>>;

/** A version that an execution ran. */
export const ExecutionPin = Type.Object({
  entity_type: OpenWord(['model', 'dataset']),
  entity_id: Uuid,
  version_id: Uuid,
  active: Type.Boolean({ description: 'It was the active version: a node that names none ran it.' }),
});
export type ExecutionPin = Readonly<Static<typeof ExecutionPin>>;

export const WorkflowExecution = resource('WorkflowExecution', {
  ...recordFields,
  workflow_id: Uuid,
  workflow_version_id: Uuid,
  workflow_version_revision: Type.Integer({
    minimum: 0,
    description: 'The canvas that ran: `GET …/versions/{version_id}?revision=`.',
  }),
  user_id: Type.String({ description: 'Who executed it.' }),
  status: OneOf(executionStatuses),
  progress: Type.Optional(ExecutionProgress),
  started_at: Type.Optional(Time),
  completed_at: Type.Optional(Time),
  error: Type.Optional(Type.String()),
  error_code: Type.Optional(Type.String({ description: 'Why it failed.' })),
  failed_node_id: Type.Optional(
    Type.Unsafe<string>({ ...Uuid, description: 'The node whose failure ended it.' }),
  ),
  input_mode: OneOf(inputModes),
  single_input: Type.Optional(Type.String()),
  input_file_path: Type.Optional(Type.String({ description: 'Never told.' })),
  input_file_name: Type.Optional(Type.String()),
  batch_config: Type.Optional(BatchInputConfig),
  private: Type.Boolean({
    description: 'A private model is among the nodes: the input goes when the execution is over.',
  }),
  pins: Type.Optional(
    Type.Array(ExecutionPin, { description: 'The versions of models that it ran. Left out in lists.' }),
  ),
  results: Type.Optional(
    Type.Unsafe<JsonObject>({
      ...JsonObject,
      description:
        'The outputs of the last nodes by their names; of several of one name by their ids. Left out in lists.',
    }),
  ),
  node_executions: Type.Optional(
    Type.Array(NodeExecution, {
      description:
        'The nodes that have begun or were skipped, in the order in which they did. Left out in lists.',
    }),
  ),
  /** Of your own ones. */
  user: Type.Optional(User),
});
export type WorkflowExecution = Readonly<Static<typeof WorkflowExecution>>;
