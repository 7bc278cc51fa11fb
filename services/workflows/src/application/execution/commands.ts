import { workflowCommands } from '@cairn/contracts';
import {
  byWorker,
  isRefusal,
  jobServiceCommands,
  notFound,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { deleted, recorded } from '../../domain/execution/recording.js';
import { execution, executions } from '../../domain/execution/state.js';
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
