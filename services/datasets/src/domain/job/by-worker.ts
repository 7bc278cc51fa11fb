import { type CommandContext, type Executed, refuse } from '@cairn/kernel';

/** Runs what only the service itself may do. */
export const byWorker = (context: CommandContext, run: () => Promise<Executed>): Promise<Executed> =>
  context.principal.kind === 'system'
    ? run()
    : Promise.resolve(refuse('forbidden', 'Only the service works on its jobs.'));
