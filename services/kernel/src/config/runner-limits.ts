import { availableParallelism } from 'node:os';
import { Type } from '@sinclair/typebox';

/** What the processes that run models may take, in each process of the models service. */
export interface RunnerLimits {
  /** Processes at most; each runs one model at a time. */
  readonly workers: number;
  /** Bytes that one of them may take beside what Node does: files of models, and what runs need. */
  readonly memoryBytes: number;
}

/** One less than there are processors, two at least. */
export const usualWorkers = (): number => Math.max(2, availableParallelism() - 1);

const GIGABYTE = 1024 ** 3;

export const defaultRunnerLimits = (): RunnerLimits => ({
  workers: usualWorkers(),
  memoryBytes: 4 * GIGABYTE,
});

export const runnerSettings = {
  CAIRN_MODEL_WORKERS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 1000,
    description:
      'Processes that run models, of each process of the models service; 0: one less than there are processors, two at least.',
  }),
  CAIRN_MODEL_MEMORY_BYTES: Type.Integer({
    default: 4 * GIGABYTE,
    minimum: GIGABYTE / 4,
    description:
      'Bytes that each of them may take beside what Node does. A model that needs more to be opened is refused.',
  }),
};
