import { jobWork as workOn, type ServiceTools, type Work, type WorkerOptions } from '@cairn/kernel';
import { graphJobs } from '../domain/job/state.js';
import { landedOf, runImport } from './imports/run-import.js';
import { PART_SIZE, type PartSize } from './imports/parts.js';
import { runMeasure } from './reading/run-measure.js';
import { runValidation } from './reading/run-validation.js';
import { runUndo } from './undo/run-undo.js';

interface Options extends WorkerOptions {
  /** How much of a file is stored as one change. */
  readonly size?: PartSize;
}

/** The durable work on the content of versions. */
export const jobWork = (tools: ServiceTools, { size = PART_SIZE, ...options }: Options = {}): Work =>
  workOn(
    graphJobs,
    {
      name: 'graphs.jobs',
      run: (job, ...given) => {
        switch (job.kind) {
          case 'import_graph':
            return runImport(job, ...given, size);
          case 'undo_import':
            return runUndo(job, ...given);
          case 'measure_graph':
            return runMeasure(job, ...given);
          case 'validate_graph':
            return runValidation(job, ...given);
        }
      },
      landed: landedOf,
    },
    tools,
    options,
  );
