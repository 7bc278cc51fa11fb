import { jobWork as workOn, type ServiceTools, type Work, type WorkerOptions } from '@cairn/kernel';
import { graphJobs } from '../domain/job/state.js';
import { landedOf, runImport } from './imports/run-import.js';
import { runUndo } from './undo/run-undo.js';

/** Imports, and the undoing of imports. */
export const jobWork = (tools: ServiceTools, options: WorkerOptions = {}): Work =>
  workOn(
    graphJobs,
    {
      name: 'graphs.jobs',
      run: (job, ...given) => (job.kind === 'import_graph' ? runImport : runUndo)(job, ...given),
      landed: landedOf,
    },
    tools,
    options,
  );
