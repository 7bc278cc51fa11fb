import { keptTotals } from '@cairn/assets';
import {
  type DomainEvent,
  executionEvents,
  type NodeFact,
  ownExecutionEvents,
  type EventOf,
  type Personal,
} from '@cairn/contracts';
import { type Change, derivedId, jobProjection, type ProjectedEvent } from '@cairn/kernel';
import { executions } from '../../domain/execution/state.js';
import { againBytes, beginningBytes } from '../../domain/execution/stored-bytes.js';
import { type StoredOutput, storedOutputs } from '../../domain/execution/stored-outputs.js';
import { EXECUTION_NODES, EXECUTIONS } from './documents.js';
import { totalledExecutions } from './usage.js';

type Facts = Omit<ProjectedEvent, 'event'>;
type Requested = EventOf<typeof executionEvents.requested>['data'];
type Recorded = EventOf<typeof ownExecutionEvents.ExecutionNodesRecorded>['data'];
type Retried = EventOf<typeof executionEvents.retried>['data'];
type Deleted = EventOf<typeof ownExecutionEvents.ExecutionDeleted>['data'];

/** So many nodes one event tells of at most, for the order of all. */
const MOST_IN_ONE = 100_000;

const opened = (value: Personal | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** What a document has of the request: of a private execution nothing of its input is written at any time. */
const ofRequest = (data: Requested): object => {
  const { input, file_name, file_key, ...told } = data;
  const sealed = { input: opened(input), file_name: opened(file_name), file_key: opened(file_key) };
  return {
    ...told,
    ...(data.private ? {} : sealed),
    counts: { total: 0, completed: 0, failed: 0, skipped: 0 },
    cancel_requested: false,
    deleted: false,
    stored_bytes: beginningBytes(sealed.input, data.file?.size ?? 0, data.pins),
  };
};

const nodeDocumentId = (executionId: string, nodeId: string): string =>
  derivedId(executionId, `node ${nodeId}`);

const recorded = (data: Recorded, { id, revision, at }: Facts): readonly Change[] => {
  const outputs = new Map(storedOutputs(opened(data.outputs) || undefined));
  const changes = data.nodes.map((fact, place) =>
    nodeChange(
      { execution_id: id, created_at: at, order: Number(revision) * MOST_IN_ONE + place },
      fact,
      outputs.get(fact.node_id),
    ),
  );
  return [
    ...changes,
    { kind: 'patch', collection: EXECUTIONS, id, fields: { counts: data.counts } },
    { kind: 'increment', collection: EXECUTIONS, id, by: { stored_bytes: data.stored_bytes ?? 0 } },
  ];
};

/** What a node is is told with its first fact. Fields that a fact does not tell are not there any more. */
const nodeChange = (
  first: { readonly execution_id: string; readonly created_at: string; readonly order: number },
  { node_id, node, deadline: _deadline, ...fact }: NodeFact,
  output: StoredOutput | undefined,
): Change => {
  const id = nodeDocumentId(first.execution_id, node_id);
  const told = {
    ...{ started_at: undefined, ended_at: undefined, not_before: undefined },
    ...{ error_code: undefined, stopped: undefined, inference_id: undefined },
    ...fact,
    output: output === undefined ? undefined : JSON.stringify(output),
  };
  if (node === undefined) return { kind: 'patch', collection: EXECUTION_NODES, id, fields: told };
  const document = { id, ...first, node_id, ...node, ...told };
  return { kind: 'put', collection: EXECUTION_NODES, document };
};

const deleted = ({ node_ids }: Deleted, { id }: Facts): readonly Change[] => [
  {
    kind: 'patch',
    collection: EXECUTIONS,
    id,
    fields: {
      ...{ input: undefined, file: null, file_name: undefined, file_key: undefined },
      ...{ deleted: true, stored_bytes: 0 },
    },
  },
  ...removed(id, node_ids),
];

const removed = (executionId: string, nodeIds: readonly string[]): readonly Change[] =>
  nodeIds.map((nodeId) => ({
    kind: 'remove',
    collection: EXECUTION_NODES,
    id: nodeDocumentId(executionId, nodeId),
  }));

/** What is done again has not begun. */
const retried = ({ node_ids, node_changes, counts }: Retried, id: string): readonly Change[] => [
  { kind: 'patch', collection: EXECUTIONS, id, fields: { counts, cancel_requested: false } },
  { kind: 'increment', collection: EXECUTIONS, id, by: { stored_bytes: againBytes(node_changes) } },
  ...removed(id, node_ids),
];

/** What an event changes beside what all durable work has. */
const projectOwn = (event: DomainEvent, facts: Facts): readonly Change[] => {
  const { id } = facts;
  switch (event.type) {
    case ownExecutionEvents.ExecutionNodesRecorded.name:
      return recorded(event.data as Recorded, facts);
    case executionEvents.retried.name:
      return retried(event.data as Retried, id);
    case ownExecutionEvents.ExecutionDeleted.name:
      return deleted(event.data as Deleted, facts);
    default:
      return [];
  }
};

/** `workflows.executions`: a document for each execution, and for each of its nodes that has begun. */
export const executionsProjection = jobProjection(executions, {
  name: 'workflows.executions',
  version: 3,
  own: [
    { kind: 'compound', fields: ['workflow_id', 'deleted', 'created_at'] },
    { kind: 'compound', fields: ['workflow_id', 'status', 'created_at'] },
    { kind: 'compound', fields: ['workflow_id', 'cancel_requested', 'created_at'] },
    { kind: 'compound', fields: ['workflow_id', 'version_id', 'created_at'] },
    { kind: 'compound', fields: ['user_id', 'workflow_id', 'deleted', 'created_at'] },
    { kind: 'compound', fields: ['user_id', 'deleted', 'stored_bytes'] },
  ],
  collections: [
    { name: EXECUTION_NODES, indexes: [{ kind: 'compound', fields: ['execution_id', 'created_at'] }] },
  ],
  derived: keptTotals(totalledExecutions),
  ofRequest: (data) => ofRequest(data as Requested),
  projectOwn,
});
