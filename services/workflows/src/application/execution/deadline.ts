import { workflowCommands } from '@cairn/contracts';
import { byWorker, refuse, type ServiceCommand, serviceCommand, timestamp } from '@cairn/kernel';
import type { NodeProblem } from '../../domain/execution/problems.js';
import { expired } from '../../domain/execution/recording.js';
import { execution } from '../../domain/execution/state.js';
import type { KnownWorkflowVersion } from '../../domain/version/state.js';

/** An execution takes no longer than this when its version says a time, seconds: a week. */
const LONGEST = 604_800;

type Configured = Pick<KnownWorkflowVersion, 'config'>;

const timeoutIn = ({ config }: Configured): unknown => {
  const settings: unknown = config === '' ? {} : JSON.parse(config);
  return (settings as { readonly timeout?: unknown } | null)?.timeout;
};

/** What is wrong with the config of a version, as far as executions heed it. */
export const wrongTimeoutOf = (version: Configured): readonly NodeProblem[] => {
  const timeout = timeoutIn(version);
  if (
    timeout === undefined ||
    (Number.isInteger(timeout) && Number(timeout) >= 1 && Number(timeout) <= LONGEST)
  )
    return [];
  const message = `\`timeout\` in the config of the version is a whole number of seconds from 1 to ${LONGEST}.`;
  return [{ code: 'version_config_invalid', message }];
};

/** When the time of an execution is over that begins now; nothing where its version says none. */
export const deadlineOf = (version: Configured, at: string): { readonly deadline?: string } => {
  const timeout = timeoutIn(version);
  return typeof timeout === 'number' ? { deadline: timestamp(Date.parse(at) + timeout * 1_000) } : {};
};

/** Of a timer: an execution whose time is over fails, also where no worker has it. A worker that has it says nothing more. */
export const expireExecution: ServiceCommand = serviceCommand(
  workflowCommands.expireExecution,
  ({ job_id, due }, context) =>
    byWorker(context, () =>
      context.execute(execution, job_id, {
        decide: (state) =>
          state.status === 'none' ? refuse('not_found', 'There is no such execution.') : expired(state, due),
      }),
    ),
);
