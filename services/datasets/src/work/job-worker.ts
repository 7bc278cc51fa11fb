import { jobWork as workOn, type ServiceTools, type Work, type WorkerOptions } from '@cairn/kernel';
import { datasetJobs } from '../domain/job/state.js';
import { runDuplicate } from './duplicates/run-duplicate.js';
import { landedOf, runImport } from './imports/run-import.js';

/** Imports and duplicates. */
export const jobWork = (tools: ServiceTools, options: WorkerOptions = {}): Work =>
  workOn(
    datasetJobs,
    {
      name: 'datasets.jobs',
      run: (job, ...given) => (job.kind === 'import' ? runImport : runDuplicate)(job, ...given),
      landed: landedOf,
    },
    tools,
    options,
  );
