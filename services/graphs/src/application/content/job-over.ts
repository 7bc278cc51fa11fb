import { type CommandContext, isJobOver, type Refusal, refuse } from '@cairn/kernel';
import { graphJob } from '../../domain/job/state.js';

/**
 * Why a part of work is not done any more: its job is over. A worker that stood still does not know that another ended its
 * job, nor that somebody undid it since.
 */
export const overRefusal = async (
  { load }: Pick<CommandContext, 'load'>,
  job: string | undefined,
): Promise<Refusal | undefined> =>
  job !== undefined && isJobOver(await load(graphJob, job))
    ? refuse('conflict', 'The job whose part this is has ended.')
    : undefined;
