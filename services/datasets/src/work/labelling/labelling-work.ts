import { jobWork, type ServiceTools, type Work, type WorkerOptions } from '@cairn/kernel';
import { labellingJobs } from '../../domain/labelling-job/state.js';
import { landedOf, type LabellingBounds, runLabelling } from './run-labelling.js';

/** Runs of post-processors over items that are there. */
export const labellingWork = (
  tools: ServiceTools,
  { bounds, ...options }: WorkerOptions & { readonly bounds?: LabellingBounds } = {},
): Work =>
  jobWork(
    labellingJobs,
    {
      name: 'datasets.labelling',
      run: (job, ...given) => runLabelling(job, ...given, bounds),
      landed: landedOf,
    },
    tools,
    options,
  );
