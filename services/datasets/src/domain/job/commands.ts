import type { ServiceCommand } from '@cairn/kernel';
import { completeVersion } from './commands/complete-version.js';
import { discardVersion } from './commands/discard-version.js';
import { prepareImport } from './commands/prepare-import.js';
import { requestDuplicate } from './commands/request-duplicate.js';
import { requestImport } from './commands/request-import.js';
import { completeJob, failJob, progressJob, startJob } from './commands/work-on-job.js';

/** The commands on imports and duplicates; the last seven are the worker's own. */
export const datasetJobServiceCommands: readonly ServiceCommand[] = [
  requestImport,
  requestDuplicate,
  startJob,
  progressJob,
  completeJob,
  failJob,
  prepareImport,
  completeVersion,
  discardVersion,
];
