import { givenAsset } from '@cairn/assets';
import { workflowCommands } from '@cairn/contracts';
import {
  byWorker,
  type CommandContext,
  isRefusal,
  jobServiceCommands,
  notFound,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { deleted, recorded } from '../../domain/execution/recording.js';
import { execution, executions, type KnownExecution } from '../../domain/execution/state.js';
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
  const asset = await givenAsset(workflowKind, context, state.workflow_id, isOwn ? 'read' : 'write');
  if (!isRefusal(asset)) return state;
  // Who may read the workflow and not write it knows of no executions of others.
  return notFound();
};

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
    decide: (_, current) => deleted(current, context.principal.kind === 'system'),
  }),
);

const recordNodes = serviceCommand(
  workflowCommands.recordExecutionNodes,
  ({ job_id, fence, ...told }, context) =>
    byWorker(context, () =>
      context.execute(execution, job_id, { decide: (state) => recorded(state, fence, told) }),
    ),
);

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
