import type { Work } from '../context/work.js';

export interface StartedWorker {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** For specs: workers that are started and stopped by hand. */
export class StartedWorkers {
  #running: readonly StartedWorker[] = [];

  start(work: Pick<Work, 'run'>): StartedWorker {
    const stop = new AbortController();
    const worker = { stop, ended: work.run(stop.signal) };
    this.#running = [...this.#running, worker];
    return worker;
  }

  /** Stops all of them. */
  async stop(): Promise<void> {
    const workers = this.#running;
    this.#running = [];
    for (const { stop } of workers) stop.abort();
    await Promise.all(workers.map(({ ended }) => ended));
  }

  /** Ends a worker whose tools are dead, however it ends. */
  async forget(worker: StartedWorker): Promise<void> {
    this.#running = this.#running.filter((each) => each !== worker);
    worker.stop.abort();
    await Promise.allSettled([worker.ended]);
  }
}
