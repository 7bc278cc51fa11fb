import { type Static, Type } from '@sinclair/typebox';
import { BlobHash, FileRecord } from '../../kit/blob.js';
import { event, Internal, Personal } from '../../kit/event.js';
import { OneOf, OpenWord, Time, Uuid } from '../../kit/schemas.js';
import { JobError, jobEvents } from '../../work/events.js';
import { ExecutionPin, inputModes, nodeStatuses } from '../execution.js';
import { nodeEntityTypes } from '../node.js';

const EXECUTION = '018f4d1a-0000-7000-8000-0000000000e1';
const WORKFLOW = '018f4d1a-0000-7000-8000-0000000000d1';
const VERSION = '018f4d1a-0000-7000-8000-0000000000d2';
const NODE = '018f4d1a-0000-7000-8000-0000000000c1';
const MODEL = '018f4d1a-0000-7000-8000-0000000000b1';
const MODEL_VERSION = '018f4d1a-0000-7000-8000-0000000000b2';
const USER = '018f4d1a-0000-7000-8000-000000000009';
const count = () => Type.Integer({ minimum: 0 });

/** What a node is, told when it is first told of: an execution can be read without its canvas. */
const ToldNode = Type.Object({
  name: Type.String(),
  entity_type: OpenWord(nodeEntityTypes),
  entity_id: Type.String(),
  entity_version_id: Type.String({ description: 'The version that runs.' }),
  last: Type.Boolean({ description: 'No data edge begins at it: its output is a result.' }),
  input_node_ids: Type.Array(Uuid, { description: 'Where its data edges begin.' }),
});
type ToldNode = Readonly<Static<typeof ToldNode>>;

/** What became of one node. */
export const NodeFact = Type.Object({
  node_id: Uuid,
  status: OpenWord(nodeStatuses),
  attempt: Type.Integer({
    minimum: 0,
    description: 'Attempts that were recorded as failed count, ended processes do not.',
  }),
  started_at: Type.Optional(Time),
  ended_at: Type.Optional(Time),
  deadline: Type.Optional(Type.Unsafe<string>({ ...Time, description: 'Until when the attempt has time.' })),
  not_before: Type.Optional(Type.Unsafe<string>({ ...Time, description: 'When it is tried again.' })),
  error_code: Type.Optional(Type.String()),
  stopped: Type.Optional(Type.Boolean({ description: 'Its failure ended the execution.' })),
  inference_id: Type.Optional(Uuid),
  node: Type.Optional(ToldNode),
});
export type NodeFact = Readonly<Static<typeof NodeFact>>;

/** The nodes of an execution by how they stand. */
export const NodeCounts = Type.Object({
  total: count(),
  completed: count(),
  failed: count(),
  skipped: count(),
});
export type NodeCounts = Readonly<Static<typeof NodeCounts>>;

/** Settings of a node that hold for an execution from a retry on. */
export const NodeChange = Type.Object({
  node_id: Uuid,
  config: Type.Optional(Type.String()),
  timeout: Type.Optional(Type.Integer()),
  on_failure: Type.Optional(Type.String()),
});
export type NodeChange = Readonly<Static<typeof NodeChange>>;

/** The events of executions by what they do, as all durable work has them. */
export const executionEvents = jobEvents({
  area: 'workflows',
  entity: 'execution',
  noun: 'Execution',
  description:
    'A workflow was executed. Its input, and what its file is called, are encrypted under a key of their own.',
  about: { kind: OneOf(['execution']), workflow_id: Uuid, version_id: Uuid, version_revision: count() },
  own: {
    input_mode: OneOf(inputModes),
    private: Type.Boolean({ description: 'A private model is among the nodes.' }),
    pins: Type.Array(ExecutionPin),
    input_key_id: Internal(
      Type.Unsafe<string>({
        ...Uuid,
        description: 'Whose key seals the input; of a private one it goes at the end.',
      }),
    ),
    input: Type.Optional(Personal()),
    /** It is sealed; its own `file_name` is empty. */
    file: Type.Optional(FileRecord),
    file_name: Type.Optional(Personal()),
    /** What opens the file, base64. */
    file_key: Type.Optional(Personal()),
    deadline: Type.Optional(Internal(Time)),
  },
  subject: 'input_key_id',
  retries: {
    own: {
      node_ids: Type.Array(Uuid, { description: 'The nodes that are done again.' }),
      node_changes: Type.Array(NodeChange),
      counts: NodeCounts,
      deadline: Type.Optional(Internal(Time)),
    },
    example: {
      id: EXECUTION,
      run: 2,
      user_id: USER,
      requester: { kind: 'user', user_id: USER },
      node_ids: [NODE],
      node_changes: [{ node_id: NODE, config: '{"threshold":0.4}' }],
      counts: { total: 3, completed: 2, failed: 0, skipped: 0 },
    },
  },
  error: JobError,
  examples: {
    requested: {
      id: EXECUTION,
      kind: 'execution',
      workflow_id: WORKFLOW,
      version_id: VERSION,
      version_revision: 4,
      user_id: USER,
      requester: { kind: 'user', user_id: USER },
      name: '',
      input_mode: 'single',
      private: false,
      pins: [{ entity_type: 'model', entity_id: MODEL, version_id: MODEL_VERSION, active: true }],
      input_key_id: EXECUTION,
      input: 'You have won!',
    },
    progressed: { phase: 'nodes', done: 1, total: 3 },
    completed: { result: { nodes_completed: 3 } },
    failed: { code: 'node_failed', message: 'The node "find birds" failed.', errors: [] },
    cancelled: { result: { nodes_completed: 1 } },
  },
});

const ExecutionNodesRecorded = event({
  name: 'ExecutionNodesRecorded',
  storedType: 'workflows.execution.nodes_recorded.v1',
  description:
    'Nodes of an execution began, ended, or were skipped. What they put out is encrypted under the key of the execution.',
  schema: Type.Object({
    id: Uuid,
    nodes: Type.Array(NodeFact),
    counts: NodeCounts,
    /** JSON: the output, or the sentence of the error, by node. */
    outputs: Type.Optional(Personal()),
    /** Outputs that are too large for an event, each sealed. */
    files: Type.Optional(Type.Array(BlobHash)),
    stored_bytes: Type.Optional(Internal(count())),
  }),
  example: {
    id: EXECUTION,
    nodes: [
      {
        node_id: NODE,
        status: 'completed',
        attempt: 1,
        started_at: '2026-03-02T09:15:00.000Z',
        ended_at: '2026-03-02T09:15:01.250Z',
        inference_id: '018f4d1a-0000-7000-8000-0000000000c5',
        node: {
          name: 'find birds',
          entity_type: 'model',
          entity_id: MODEL,
          entity_version_id: MODEL_VERSION,
          last: true,
          input_node_ids: [],
        },
      },
    ],
    counts: { total: 3, completed: 1, failed: 0, skipped: 0 },
    outputs: `{"${NODE}":{"output":{"prediction":"gull"}}}`,
  },
  subject: 'id',
});

const ExecutionDeleted = event({
  name: 'ExecutionDeleted',
  storedType: 'workflows.execution.deleted.v1',
  description:
    'An execution was deleted for good: its keys go, so that nobody can read its input and its outputs.',
  schema: Type.Object({ node_ids: Internal(Type.Array(Uuid)) }),
  example: { node_ids: [NODE] },
});

/** The events of an execution beside those of all durable work. */
export const ownExecutionEvents = { ExecutionNodesRecorded, ExecutionDeleted } as const;

/** The events of `execution-<id>`. */
export const executionStreamEvents = {
  ExecutionRequested: executionEvents.requested,
  ExecutionStarted: executionEvents.started,
  ExecutionProgressed: executionEvents.progressed,
  ExecutionCompleted: executionEvents.completed,
  ExecutionFailed: executionEvents.failed,
  ExecutionCancelRequested: executionEvents.cancelRequested,
  ExecutionCancelled: executionEvents.cancelled,
  ExecutionRetried: executionEvents.retried,
  ...ownExecutionEvents,
} as const;
