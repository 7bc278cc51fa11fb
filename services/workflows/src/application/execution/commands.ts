import { givenAsset } from '@cairn/assets';
import { executionEvents, ownExecutionEvents, workflowCommands } from '@cairn/contracts';
import {
  byWorker,
  type CommandContext,
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
import { workflowKind } from '../../domain/workflow/state.js';
import { executeWorkflow } from './execute.js';

type State = { readonly status: 'none' } | KnownExecution;

/**
 * An execution when the caller may know of it: who executed it, and who may write its workflow. Of another workflow it is
 * not found (S2).
 */
const known = async (
  context: CommandContext,
  state: State,
  workflowId?: string,
): Promise<KnownExecution | Refusal> => {
  if (state.status === 'none' || state.deleted) return notFound();
  if (workflowId !== undefined && state.workflow_id !== workflowId) return notFound();
  const isOwn = state.user_id === context.principal.userId;
  for (const action of isOwn ? KNOW_THEIR_OWN : KNOW_ALL)
    if (!isRefusal(await givenAsset(workflowKind, context, state.workflow_id, action))) return state;
  // Who may read the workflow and not write it knows of no executions of others.
  return notFound();
};
/** A key that may execute and not read ends and deletes what it executed. */
const KNOW_THEIR_OWN = ['read', 'execute'] as const;
const KNOW_ALL = ['write'] as const;

const jobNotFound = (): Refusal => refuse('job_not_found', 'There is no such job.');

const cancel = serviceCommand(workflowCommands.cancelWorkflowExecution, ({ id, execution_id }, context) =>
  context.executeAddressed(execution, execution_id, {
    given: (state) => known(context, state, id),
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
      const current = await known(context, state, id);
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
                ...{ id: job_id, nodes: news, counts, stored_bytes },
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
  cancel,
  remove,
  recordNodes,
  ...jobServiceCommands(executions, async (context, job) => {
    const current = await known(context, job);
    return isRefusal(current) ? jobNotFound() : undefined;
  }),
];
