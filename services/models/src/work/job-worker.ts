import { jobWork as workOn, type ServiceTools, type Work, type WorkerOptions } from '@cairn/kernel';
import type { RunnerOf } from '../application/runner-of.js';
import { modelJobs } from '../domain/job/state.js';
import { landedOf, runReplay } from './replay/run-replay.js';

/** Replays, one at a time in a process: those who ask a model now find a worker that is free. */
export const jobWork = (runnerOf: RunnerOf, tools: ServiceTools, options: WorkerOptions = {}): Work =>
  workOn(modelJobs, { name: 'models.jobs', run: runReplay(runnerOf), landed: landedOf }, tools, {
    atOnce: 1,
    ...options,
  });
