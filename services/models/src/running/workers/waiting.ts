import type { RunAnswer, RunFailure } from '../port.js';
import type { WorkerInput, WorkerModel } from '../worker/messages.js';
import type { Struck } from './strikes.js';
import type { PooledWorker } from './worker.js';

interface Waits {
  /** Whose turn it takes; `''`: nobody's that is known. */
  readonly account: string;
  readonly key: string;
  readonly isAnswered: () => boolean;
}

/** One who waits for an answer of a model. */
export interface WaitingRun extends Waits {
  readonly kind: 'run';
  readonly model: WorkerModel;
  /** What counts when its worker ends. */
  readonly struck: Struck;
  /** Of the file. */
  readonly bytes: number;
  readonly input: WorkerInput;
  /** Of tensors that were sent: so many of them are not held at once. */
  readonly inputBytes: number;
  /** Of `performance.now()`. */
  readonly deadline: number;
  /** Answers once; later ones count for nothing. */
  readonly answer: (answer: RunAnswer | RunFailure) => void;
  /** Its worker ended once: it is asked again, alone. */
  readonly isSecondTry: boolean;
  /** How often its worker ended before it had it. */
  readonly starts: number;
}

/** The key of all inspections: they go one at a time. */
export const INSPECTIONS = '';

/** A file that waits to be opened once. */
export interface WaitingInspection extends Waits {
  readonly kind: 'inspection';
  readonly key: typeof INSPECTIONS;
  readonly inspect: (worker: PooledWorker) => Promise<void>;
  readonly answer: (failure: RunFailure) => void;
}

export type Waiting = WaitingRun | WaitingInspection;
