import { jobWork as workOn, type ServiceTools, type Work, type WorkerOptions } from '@cairn/kernel';
import { graphJobs } from '../domain/job/state.js';
import { landedOf, runImport } from './imports/run-import.js';
import { PART_SIZE, type PartSize } from './imports/parts.js';
import { runUndo } from './undo/run-undo.js';

interface Options extends WorkerOptions {
  /** How much of a file is stored as one change. */
  readonly size?: PartSize;
}

/** Imports, and the undoing of imports. */
export const jobWork = (tools: ServiceTools, { size = PART_SIZE, ...options }: Options = {}): Work =>
  workOn(
    graphJobs,
    {
      name: 'graphs.jobs',
      run: (job, ...given) =>
        job.kind === 'import_graph' ? runImport(job, ...given, size) : runUndo(job, ...given),
      landed: landedOf,
    },
    tools,
    options,
  );
