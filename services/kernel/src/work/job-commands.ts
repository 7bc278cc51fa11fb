import { type CommandContext, type ServiceCommand, serviceCommand } from '../context/command.js';
import type { Executed } from '../domain/command-handler.js';
import { type Refusal, refuse } from '../base/refusal.js';
import type { JobError } from '@cairn/contracts';
import type { JobKind } from './job.js';
import type { KnownJob } from './job-state.js';

/** Runs what only the service itself may do. */
export const byWorker = (context: CommandContext, run: () => Promise<Executed>): Promise<Executed> =>
  context.principal.kind === 'system'
    ? run()
    : Promise.resolve(refuse('forbidden', 'Only the service works on its jobs.'));

const notFound = (): Refusal => refuse('job_not_found', 'There is no such job.');

/** Why the caller may not cancel a job; `job_not_found` for who may not know of it, `undefined` when they may. */
export type CancelRefusal<Known extends KnownJob> = (
  context: CommandContext,
  job: Known,
) => Promise<Refusal | undefined>;

/** What a service does for the commands on one kind of work; all but the first are its worker's own. */
export const jobServiceCommands = <Known extends KnownJob>(
  { aggregate, commands, decide }: JobKind<Known>,
  cancelRefusal: CancelRefusal<Known>,
): readonly ServiceCommand[] => [
  serviceCommand(commands.cancel, async ({ job_id }, context) => {
    const job = await context.load(aggregate, job_id);
    const refusal = job.status === 'none' ? notFound() : await cancelRefusal(context, job);
    if (refusal !== undefined) return refusal;
    return context.execute(aggregate, job_id, {
      decide: (state) => (state.status === 'none' ? notFound() : decide.cancel(state)),
    });
  }),
  serviceCommand(commands.start, ({ job_id, worker, after, ended }, context) =>
    byWorker(context, () =>
      context.execute(aggregate, job_id, {
        decide: (state) => decide.start(state, worker, { after, ended }),
      }),
    ),
  ),
  serviceCommand(commands.progress, ({ job_id, fence, ...progress }, context) =>
    byWorker(context, () =>
      context.execute(aggregate, job_id, { decide: (state) => decide.progress(state, fence, progress) }),
    ),
  ),
  serviceCommand(commands.complete, ({ job_id, fence, result }, context) =>
    byWorker(context, () =>
      context.execute(aggregate, job_id, { decide: (state) => decide.complete(state, fence, result) }),
    ),
  ),
  serviceCommand(commands.fail, ({ job_id, fence, ...failure }, context) =>
    byWorker(context, () =>
      context.execute(aggregate, job_id, {
        decide: (state) => decide.fail(state, fence, { ...failure, errors: failure.errors as JobError[] }),
      }),
    ),
  ),
  serviceCommand(commands.endCancelled, ({ job_id, fence, result }, context) =>
    byWorker(context, () =>
      context.execute(aggregate, job_id, { decide: (state) => decide.endCancelled(state, fence, result) }),
    ),
  ),
];
