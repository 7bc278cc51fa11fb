import { jobWork as workOn, type ServiceTools, type Work, type WorkerOptions } from '@cairn/kernel';
import { executions } from '../domain/execution/state.js';
import { landedOf, runExecution } from './execution/run-execution.js';

/** Executions wait for models and compute little: many go on at once in a process. */
const AT_ONCE = 16;

export const jobWork = (tools: ServiceTools, options: WorkerOptions = {}): Work =>
  workOn(executions, { name: 'workflows.executions', run: runExecution, landed: landedOf }, tools, {
    atOnce: AT_ONCE,
    ...options,
  });
