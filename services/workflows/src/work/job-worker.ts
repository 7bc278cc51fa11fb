import { jobWork as workOn, type ServiceTools, type Work, type WorkerOptions } from '@cairn/kernel';
import { executions } from '../domain/execution/state.js';
import { PACE, type Pace } from './execution/pace.js';
import { landedOf, runExecution } from './execution/run-execution.js';

/** Executions wait for models and compute little: many go on at once in a process. */
const AT_ONCE = 16;

export const jobWork = (
  tools: ServiceTools,
  { pace = PACE, ...options }: WorkerOptions & { readonly pace?: Pace } = {},
): Work =>
  workOn(
    executions,
    {
      name: 'workflows.executions',
      run: (job, lease, its) => runExecution(job, lease, its, pace),
      landed: landedOf,
    },
    tools,
    { atOnce: AT_ONCE, ...options },
  );
