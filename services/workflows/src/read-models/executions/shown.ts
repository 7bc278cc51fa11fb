import type {
  ExecutionProgress,
  ExecutionStatus,
  JsonObject,
  NodeExecution,
  NodeStatus,
  WorkflowExecution,
} from '@cairn/contracts';
import { type Blobs, type Json, sent } from '@cairn/kernel';
import { beginningOf } from '../../domain/execution/beginning.js';
import {
  bytesOf,
  inputOf,
  tooMuchOf,
  NOTHING_CAME,
  shownValue,
  type ToldFile,
  type Value,
} from '../../domain/execution/values.js';
import type { StoredOutput } from '../../domain/execution/stored-outputs.js';
import type { ExecutionDocument, ExecutionNodeDocument } from './documents.js';
import { answerIn } from './stored-answer.js';

/** Results are told up to so many bytes; then only that there are more. */
const LARGEST_RESULTS_BYTES = 10_000_000;
/** Characters of a preview. */
const PREVIEW_LENGTH = 500;

const isOver = ({ status }: ExecutionDocument): boolean => status !== 'queued' && status !== 'running';

export const statusOf = (execution: ExecutionDocument): ExecutionStatus => {
  const { status } = execution;
  if (status === 'queued') return 'pending';
  if (status === 'running') return execution['cancel_requested'] === true ? 'cancelling' : 'running';
  return status;
};

const PHASES: Partial<Record<ExecutionDocument['status'], string>> = { queued: 'waiting', running: 'nodes' };

export const progressOf = (execution: ExecutionDocument): ExecutionProgress => {
  const { counts, status, run = 1, updated_at } = execution;
  const { total, completed, failed, skipped } = counts;
  const settled = completed + failed + skipped;
  const percent = total === 0 ? 0 : Math.floor((100 * settled) / total);
  return {
    phase: PHASES[status] ?? 'over',
    total: 1,
    completed: status === 'completed' ? 1 : 0,
    failed: status === 'failed' ? 1 : 0,
    skipped: 0,
    ...{ nodes_total: total, nodes_completed: completed, nodes_failed: failed },
    percent: status === 'completed' ? 100 : percent,
    run,
    updated_at,
  };
};

/** An execution as lists show it. */
export const executionResource = (execution: ExecutionDocument): WorkflowExecution => ({
  id: execution.id,
  created_at: execution.created_at,
  updated_at: execution.updated_at,
  workflow_id: execution.workflow_id,
  workflow_version_id: execution.version_id,
  workflow_version_revision: execution.version_revision,
  user_id: execution.user_id,
  status: statusOf(execution),
  progress: progressOf(execution),
  input_mode: execution.input_mode,
  private: execution.private,
  ...sent({
    started_at: execution.started_at || undefined,
    completed_at: execution.completed_at || undefined,
    error: execution.status === 'failed' ? execution.message : undefined,
    error_code: execution.status === 'failed' ? execution.error_code : undefined,
    single_input: execution.input,
    input_file_name: execution.file_name || undefined,
  }),
});

/** What is told of the nodes of an execution. */
export interface ToldNodes {
  readonly execution: ExecutionDocument;
  /** In the order in which they were told of first. */
  readonly nodes: readonly ExecutionNodeDocument[];
  /** Whether the caller may use what a node works with. */
  mayUse(this: void, node: ExecutionNodeDocument): boolean;
  /** It is the caller's own. */
  readonly isOwn: boolean;
  /** Where answers stand that are too large for an event; without it these are left out. */
  readonly blobs?: Pick<Blobs, 'open'>;
}

/** An execution as it is read alone. */
export const wholeExecution = async (told: ToldNodes): Promise<WorkflowExecution> => {
  const { execution, nodes } = told;
  const values = await valuesOf(told);
  const file = fileOf(execution);
  const stopping = nodes.find(({ stopped }) => stopped === true);
  return {
    ...executionResource(execution),
    pins: [...execution.pins],
    results: resultsOf(nodes, values, file),
    node_executions: nodes.map((node) => nodeExecution(node, told, values)),
    ...sent({ failed_node_id: execution.status === 'failed' ? stopping?.node_id : undefined }),
  };
};

const fileOf = ({ file, file_name = '' }: ExecutionDocument): ToldFile | undefined =>
  file === undefined || file === null
    ? undefined
    : { file_name, content_type: file.content_type, size: file.size };

/** What an execution was given, as far as it is told. */
const givenTo = ({ input, file, private: isPrivate }: ExecutionDocument): Value | undefined => {
  if (isPrivate) return undefined;
  if (file !== undefined && file !== null) return { kind: 'file' };
  return input === undefined ? NOTHING_CAME : { kind: 'text', text: input };
};

/** What came to a node and what it put out; `undefined` where it is not known any more, or not to be told. */
interface NodeValues {
  readonly input: Value | undefined;
  readonly output: Value | undefined;
  /** Whether the caller may know of the output; results are for all. */
  readonly isTold: boolean;
  readonly isInputTold: boolean;
  readonly error: string | undefined;
}
type Values = ReadonlyMap<string, NodeValues>;

const valuesOf = async (told: ToldNodes): Promise<Values> => {
  const given = givenTo(told.execution);
  const values = new Map<string, NodeValues>();
  const byId = new Map(told.nodes.map((node) => [node.node_id, node]));
  for (const node of told.nodes) {
    const before = node.input_node_ids.map((id) => ({ node: byId.get(id), its: values.get(id) }));
    const came = before.map((each) => ({
      name: each.node?.name ?? '',
      value: each.node?.status === 'skipped' ? undefined : (each.its?.output ?? NOTHING_CAME),
    }));
    const input = came.length === 0 ? given : inputOf(came, NOTHING_CAME);
    const stored = node.output === undefined ? undefined : (JSON.parse(node.output) as StoredOutput);
    const isInputTold = before.every(({ its }) => its?.isTold ?? true);
    values.set(node.node_id, {
      input,
      output: await outputOf(node, input, stored, told.blobs),
      isInputTold,
      isTold: node.entity_type === '' ? isInputTold : told.mayUse(node),
      error: stored?.error,
    });
  }
  return values;
};

const outputOf = async (
  { status, entity_type }: ExecutionNodeDocument,
  input: Value | undefined,
  stored: StoredOutput | undefined,
  blobs: Pick<Blobs, 'open'> | undefined,
): Promise<Value | undefined> => {
  if (status !== 'completed') return undefined;
  if (entity_type === '') return input;
  const answer = stored?.answer ?? (stored && blobs && (await answerIn(blobs, stored)));
  return answer && { kind: 'answer', answer };
};

const resultsOf = (
  nodes: readonly ExecutionNodeDocument[],
  values: Values,
  file: ToldFile | undefined,
): JsonObject => {
  const last = nodes.filter((node) => node.last);
  const keyOf = keysOf(last);
  let bytes = 0;
  const results = last.flatMap((node): readonly (readonly [string, Json])[] => {
    const output = values.get(node.node_id)?.output;
    if (output === undefined) return [];
    bytes += bytesOf(output);
    const isShown = bytes <= LARGEST_RESULTS_BYTES && tooMuchOf(output) === undefined;
    return [[keyOf(node), isShown ? shownValue(output, file) : { $left_out: bytesOf(output) }]];
  });
  return Object.fromEntries(results);
};

/**
 * Results have the names of their nodes; those of nodes without a name, with one of several, or with one that is the id of
 * another, their ids.
 */
const keysOf = (nodes: readonly ExecutionNodeDocument[]): ((node: ExecutionNodeDocument) => string) => {
  const counts = new Map(nodes.map(({ node_id }) => [node_id, 1]));
  for (const { name } of nodes) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ name, node_id }) => (name !== '' && counts.get(name) === 1 ? name : node_id);
};

const nodeExecution = (
  node: ExecutionNodeDocument,
  { execution, isOwn }: ToldNodes,
  values: Values,
): NodeExecution => {
  const { input, output, error, isTold, isInputTold } = values.get(node.node_id)!;
  const file = fileOf(execution);
  const isOutputTold = isTold || node.last;
  return {
    id: node.id,
    node_id: node.node_id,
    node_name: node.name,
    entity_type: node.entity_type,
    entity_id: node.entity_id,
    entity_version_id: node.entity_version_id,
    attempt: node.attempt,
    status: nodeStatus(node, execution),
    ...sent({
      started_at: node.started_at,
      completed_at: node.ended_at,
      duration_ms: durationOf(node),
      input_preview: isInputTold ? beginningOf(input, file, PREVIEW_LENGTH) : undefined,
      output_preview: isOutputTold ? beginningOf(output, file, PREVIEW_LENGTH) : undefined,
      inference_id: isOwn ? node.inference_id : undefined,
      next_attempt_at: isOver(execution) ? undefined : node.not_before,
      error: isOutputTold ? error : undefined,
      error_code: node.error_code,
    }),
  };
};

/** What had begun when the execution ended goes on no more. */
const nodeStatus = ({ status }: ExecutionNodeDocument, execution: ExecutionDocument): NodeStatus =>
  isOver(execution) && (status === 'running' || status === 'pending') ? 'cancelled' : status;

const durationOf = ({ started_at, ended_at }: ExecutionNodeDocument): number | undefined =>
  started_at === undefined || ended_at === undefined
    ? undefined
    : Math.max(0, Date.parse(ended_at) - Date.parse(started_at));
