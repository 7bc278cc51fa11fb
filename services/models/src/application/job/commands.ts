import { jobServiceCommands, refuse, scopesCover, type ServiceCommand } from '@cairn/kernel';
import { modelJobs } from '../../domain/job/state.js';
import { requestReplay } from './request-replay.js';

/** The commands on replays: one is its requester's alone. */
export const modelJobServiceCommands: readonly ServiceCommand[] = [
  requestReplay,
  ...jobServiceCommands(modelJobs, async ({ principal }, { user_id }) => {
    if (user_id !== principal.userId) return refuse('job_not_found', 'There is no such job.');
    return scopesCover(principal.scopes, 'models:execute')
      ? undefined
      : refuse('scope_missing', 'The key lacks the scope models:execute.');
  }),
];
