import {
  executionEvents,
  type InputOf,
  type NodeCounts,
  type NodeFact,
  ownExecutionEvents,
  type workflowCommands,
} from '@cairn/contracts';
import { type Decision, isJobOver, refuse } from '@cairn/kernel';
import { recordedBytes } from './stored-bytes.js';
import { executions, isSettled, type KnownExecution } from './state.js';

type State = { readonly status: 'none' } | KnownExecution;
type Told = Omit<InputOf<typeof workflowCommands.recordExecutionNodes>, 'job_id' | 'fence'>;

/** How many nodes stand how. One that was cancelled counts as skipped: nothing came of it. */
export const countsOf = (facts: Iterable<Pick<NodeFact, 'status'>>, total: number): NodeCounts => {
  const counts = { total, completed: 0, failed: 0, skipped: 0 };
  for (const { status } of facts) {
    if (status === 'completed' || status === 'failed') counts[status] += 1;
    if (status === 'skipped' || status === 'cancelled') counts.skipped += 1;
  }
  return counts;
};

/** What its worker tells of nodes. What is settled is not changed by what comes late, and counts follow from the facts. */
export const recorded = (state: State, fence: string, told: Told): Decision =>
  executions.decide.fenced(state, fence, () => {
    if (state.status === 'none') return [];
    const nodes = told.nodes.filter(({ node_id }) => {
      const before = state.nodes[node_id];
      return before === undefined || !isSettled(before);
    });
    if (nodes.length === 0) return [];
    const after = { ...state.nodes, ...Object.fromEntries(nodes.map((fact) => [fact.node_id, fact])) };
    const counts = countsOf(Object.values(after), told.counts.total);
    const stored_bytes = recordedBytes(nodes, told.stored_bytes);
    return [
      ownExecutionEvents.ExecutionNodesRecorded.of({ ...told, id: state.id, nodes, counts, stored_bytes }),
    ];
  });

/** An execution is deleted when it is over; by Cairn, whose person is erased, at once: what its worker says now comes late. */
export const deleted = (current: KnownExecution, isByCairn: boolean): Decision => {
  if (current.deleted) return [];
  const gone = ownExecutionEvents.ExecutionDeleted.of({ node_ids: Object.keys(current.nodes) });
  if (isJobOver(current)) return [gone];
  return isByCairn
    ? [executionEvents.cancelled.of({ result: {} }), gone]
    : refuse('execution_running', 'The execution is not over: cancel it first.');
};

/** An execution whose time is over fails, also where no worker has it. The time of a run before says nothing. */
export const expired = (current: KnownExecution, due: string): Decision => {
  if (isJobOver(current) || current.deadline !== due) return [];
  const message = 'The time of the execution was over.';
  return [executionEvents.failed.of({ code: 'timeout', message, errors: [] })];
};
