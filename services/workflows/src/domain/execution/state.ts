import {
  type DomainEvent,
  type EventOf,
  executionCommands,
  executionEvents,
  type FileRecord,
  type InputMode,
  type NodeChange,
  type NodeCounts,
  type NodeFact,
  ownExecutionEvents,
  type ExecutionPin,
} from '@cairn/contracts';
import { jobKind, type KnownJob } from '@cairn/kernel';

/** A node as the stream of its execution tells of it. */
export type KnownFact = Omit<NodeFact, 'node'>;

/** An execution beside what all durable work is. Its input and its outputs stand sealed in the stream. */
interface ExecutionRequest {
  readonly workflow_id: string;
  readonly version_id: string;
  readonly version_revision: number;
  readonly input_mode: InputMode;
  readonly private: boolean;
  readonly pins: readonly ExecutionPin[];
  /** Whose key seals the input. */
  readonly input_key_id: string;
  readonly file: FileRecord | undefined;
  readonly deadline: string | undefined;
  readonly nodes: Readonly<Record<string, KnownFact>>;
  readonly counts: NodeCounts;
  /** Attempts that nodes had in runs before. */
  readonly attempts: Readonly<Record<string, number>>;
  /** Settings of nodes that retries changed; who executes saved them. */
  readonly changes: Readonly<Record<string, Omit<NodeChange, 'node_id'>>>;
  readonly deleted: boolean;
}
export type KnownExecution = KnownJob & ExecutionRequest;

const NO_COUNTS: NodeCounts = { total: 0, completed: 0, failed: 0, skipped: 0 };

type RequestedData = EventOf<typeof executionEvents.requested>['data'];

const requested = ({
  workflow_id,
  version_id,
  version_revision,
  input_mode,
  private: isPrivate,
  pins,
  input_key_id,
  file,
  deadline,
}: RequestedData): ExecutionRequest => ({
  ...{ workflow_id, version_id, version_revision, input_mode, pins, input_key_id, file, deadline },
  private: isPrivate,
  nodes: {},
  counts: NO_COUNTS,
  attempts: {},
  changes: {},
  deleted: false,
});

const NODES_RECORDED = ownExecutionEvents.ExecutionNodesRecorded.name;

/** What an event changes of it; those of all durable work leave it as it is. */
const evolve = (state: KnownExecution, { type, data }: DomainEvent): Partial<ExecutionRequest> => {
  if (type === ownExecutionEvents.ExecutionDeleted.name) return { deleted: true, file: undefined };
  if (type === executionEvents.retried.name) return retried(state, data as Retried);
  if (type !== NODES_RECORDED) return {};
  const { nodes, counts } = data as Recorded;
  const known = nodes.map(({ node: _, ...fact }) => [fact.node_id, fact] as const);
  return { nodes: { ...state.nodes, ...Object.fromEntries(known) }, counts };
};
type Retried = EventOf<typeof executionEvents.retried>['data'];

/** What is done again is as if it had not been told of, but for how often it was tried. */
const retried = (
  { nodes, attempts, changes }: KnownExecution,
  { node_ids, node_changes, counts, deadline }: Retried,
): Partial<ExecutionRequest> => {
  const again = new Set(node_ids);
  const kept = Object.entries(nodes).filter(([id]) => !again.has(id));
  const before = node_ids.map((id) => [id, nodes[id]?.attempt ?? attempts[id] ?? 0] as const);
  const changed = node_changes.map(({ node_id, ...change }) => [node_id, { ...changes[node_id], ...change }]);
  return {
    nodes: Object.fromEntries(kept),
    attempts: { ...attempts, ...Object.fromEntries(before) },
    changes: { ...changes, ...(Object.fromEntries(changed) as KnownExecution['changes']) },
    ...{ counts, deadline },
  };
};
type Recorded = EventOf<typeof ownExecutionEvents.ExecutionNodesRecorded>['data'];

/** The phase of an execution: what was recorded in it stays when its worker ends. */
export const NODES = 'nodes';

/** After so many attempts in a row that ended without a word, and recorded nothing, an execution is taken no more. */
const MOST_UNENDED = 8;

/** `execution-<id>`: a version of a workflow, executed over one input. */
export const executions = jobKind({
  category: 'execution',
  collection: 'workflow_executions',
  events: executionEvents,
  commands: executionCommands,
  phases: [NODES],
  stateVersion: 1,
  own: requested,
  ownEvents: ownExecutionEvents,
  evolveOwn: evolve,
  isFurther: ({ type }) => type === NODES_RECORDED,
  // It waits for models most of the time: that processes end during one call says nothing against it.
  isGivenUp: ({ unended, endings }, usual) =>
    endings.place?.threw === true ? usual : unended >= MOST_UNENDED,
  notFailed: 'execution_not_failed',
});
export const execution = executions.aggregate;

/** Whether nothing comes of a node any more. */
export const isSettled = ({ status }: Pick<NodeFact, 'status'>): boolean =>
  status !== 'pending' && status !== 'running';
