import { executionEvents, ownExecutionEvents, workflowCommands } from '@cairn/contracts';
import {
  byWorker,
  isJobOver,
  isRefusal,
  jobServiceCommands,
  notFound,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { execution, executions, isSettled, type KnownExecution } from '../../domain/execution/state.js';
import { recordedBytes } from '../../domain/execution/stored-bytes.js';
import { expireExecution } from './deadline.js';
import { executeWorkflow } from './execute.js';
import { knownExecution } from './known.js';
import { retryExecution } from './retry.js';

const jobNotFound = (): Refusal => refuse('job_not_found', 'There is no such job.');

const cancel = serviceCommand(workflowCommands.cancelWorkflowExecution, ({ id, execution_id }, context) =>
  context.executeAddressed(execution, execution_id, {
    given: (state) => knownExecution(context, state, id),
    decide: (_, current) => {
      if (current.status === 'completed' || current.status === 'failed')
        return refuse('execution_finished', 'The execution is over.');
      return executions.decide.cancel(current);
    },
  }),
);

/** By who executed it; Cairn itself deletes those of a person who is erased. */
const remove = serviceCommand(workflowCommands.deleteWorkflowExecution, ({ id, execution_id }, context) =>
  context.executeAddressed(execution, execution_id, {
    given: async (state) => {
      if (context.principal.kind === 'system') return state.status === 'none' ? notFound() : state;
      const current = await knownExecution(context, state, id);
      return isRefusal(current) || current.user_id === context.principal.userId
        ? current
        : refuse('forbidden', 'Only who executed it may delete an execution.');
    },
    decide: (_, current) => {
      if (current.deleted) return [];
      const deleted = ownExecutionEvents.ExecutionDeleted.of({ node_ids: Object.keys(current.nodes) });
      if (isJobOver(current)) return [deleted];
      // Of who is erased nothing goes on: what its worker says now comes late.
      return context.principal.kind === 'system'
        ? [executionEvents.cancelled.of({ result: {} }), deleted]
        : refuse('execution_running', 'The execution is not over: cancel it first.');
    },
  }),
);

const recordNodes = serviceCommand(
  workflowCommands.recordExecutionNodes,
  ({ job_id, fence, nodes, counts, outputs, files, stored_bytes }, context) =>
    byWorker(context, () =>
      context.execute(execution, job_id, {
        decide: (state) =>
          executions.decide.fenced(state, fence, () => {
            const before = state.status === 'none' ? {} : state.nodes;
            const news = nodes.filter(({ node_id }) => !isSettledIn(before, node_id));
            if (news.length === 0) return [];
            return [
              ownExecutionEvents.ExecutionNodesRecorded.of({
                ...{ id: job_id, nodes: news, counts, stored_bytes: recordedBytes(news, stored_bytes) },
                ...(outputs === undefined ? {} : { outputs }),
                ...(files === undefined ? {} : { files }),
              }),
            ];
          }),
      }),
    ),
);

/** What is settled is not changed by what comes late. */
const isSettledIn = (nodes: KnownExecution['nodes'], id: string): boolean => {
  const fact = nodes[id];
  return fact !== undefined && isSettled(fact);
};

/** The commands on executions. */
export const executionServiceCommands: readonly ServiceCommand[] = [
  executeWorkflow,
  retryExecution,
  expireExecution,
  cancel,
  remove,
  recordNodes,
  ...jobServiceCommands(executions, async (context, job) => {
    const current = await knownExecution(context, job);
    return isRefusal(current) ? jobNotFound() : undefined;
  }),
];
