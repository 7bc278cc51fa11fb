import { codes, failure } from '../codes.js';
import type { Inspections, RunFailure } from '../port.js';
import type { LaunchOptions } from './launch.js';
import { Queue, type Waiting } from './queue.js';
import type { Strikes } from './strikes.js';
import { Worker } from './worker.js';
import { LATE, WorkerGone } from './worker-process.js';

export interface PoolOptions {
  readonly launch: LaunchOptions;
  /** Processes at most. */
  readonly workers: number;
  /** Requests of one model that are run at once. */
  readonly batch: number;
  /** Of the files that one worker has open. */
  readonly openBytes: number;
  /** A worker that holds more after a run is replaced. */
  readonly retireBytes: number;
  /** A run may take as long before its worker is killed, however long who asks had waited before. */
  readonly leastRunMs: number;
  /** A model may take as long to be opened, once, whoever still waits for it then. */
  readonly openMs: number;
  /** A model may take as long to answer made-up rows. */
  readonly askMs: number;
  /** A worker that nobody needed for as long ends. */
  readonly idleMs: number;
}

const MOST_STARTS = 3;
const lost = (how: string): RunFailure =>
  failure('worker', codes.lost, `The process that runs models ended: ${how}. It can be asked again.`);
const CLOSED = failure('worker', codes.lost, 'No models are run here any more.');

/** Workers, started when they are needed, and who waits for them. */
export class Pool {
  readonly #workers = new Set<Worker>();
  readonly #queue = new Queue();
  readonly #inspections: (() => void)[] = [];
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  #isClosed = false;
  #lostWorkers = 0;

  constructor(
    private readonly options: PoolOptions,
    private readonly strikes: Strikes,
  ) {}

  /** How many workers ended before they answered. */
  get lost(): number {
    return this.#lostWorkers;
  }

  get pids(): readonly number[] {
    return [...this.#workers].flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid]));
  }

  add(waiting: Waiting): void {
    if (this.#isClosed) {
      waiting.answer(CLOSED);
      return;
    }
    this.#queue.add(waiting);
    // Those who ask in the same turn of the loop go together.
    setImmediate(() => this.#dispatch());
  }

  /** In a worker that does nothing else meanwhile. */
  async inspect<What extends keyof Inspections>(
    path: string,
    what: What,
  ): Promise<Inspections[What] | RunFailure> {
    if (this.#isClosed) return CLOSED;
    let worker = this.#free('');
    while (worker === undefined) {
      await new Promise<void>((resolve) => this.#inspections.push(resolve));
      if (this.#isNowClosed()) return CLOSED;
      worker = this.#free('');
    }
    return this.#inspected(worker, path, what);
  }

  async #inspected<What extends keyof Inspections>(
    worker: Worker,
    path: string,
    what: What,
  ): Promise<Inspections[What] | RunFailure> {
    const { openMs, askMs } = this.options;
    this.#take(worker);
    try {
      return await worker.inspect(path, what, { openMs, runMs: askMs });
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      return notOpened(what, error);
    } finally {
      if (!worker.process.isRunning && !this.#isClosed) this.#lostWorkers += 1;
      this.#release(worker);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiting of this.#queue.clear()) waiting.answer(CLOSED);
    for (const next of this.#inspections.splice(0)) next();
    const workers = [...this.#workers];
    for (const worker of workers) this.#end(worker, 'no models are run here any more');
    await Promise.all(workers.map((worker) => worker.process.ended()));
  }

  #dispatch(): void {
    while (!this.#isClosed && this.#canTake()) {
      const next = this.#inspections.shift();
      if (next !== undefined) {
        next();
        return;
      }
      const batch = this.#queue.take(this.options.batch);
      const [first] = batch;
      const worker = first === undefined ? undefined : this.#free(first.key);
      if (worker === undefined) return;
      this.#take(worker);
      void this.#run(worker, batch).finally(() => this.#release(worker));
    }
  }

  #isNowClosed(): boolean {
    return this.#isClosed;
  }

  #canTake(): boolean {
    return this.#workers.size < this.options.workers || [...this.#workers].some((worker) => !worker.isBusy);
  }

  /** One that has the model open, else any that is idle, else a new one. */
  #free(key: string): Worker | undefined {
    if (this.#isClosed) return undefined;
    for (const worker of this.#workers)
      if (!worker.process.isRunning && !worker.isBusy) this.#workers.delete(worker);
    const idle = [...this.#workers].filter((worker) => !worker.isBusy);
    const found = idle.find((worker) => worker.has(key)) ?? idle[0];
    if (found !== undefined || this.#workers.size >= this.options.workers) return found;
    const worker = new Worker(this.options.launch, this.options.openBytes);
    this.#workers.add(worker);
    return worker;
  }

  async #run(worker: Worker, batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const last = Math.max(...batch.map(({ deadline }) => deadline));
    const { leastRunMs, openMs } = this.options;
    const limits = { openMs, runMs: Math.max(last - performance.now(), leastRunMs) };
    try {
      const inputs = batch.map(({ input }) => input);
      const { answers, rssBytes } = await worker.run(first, inputs, limits);
      batch.forEach((waiting, index) => waiting.answer(answers[index] ?? lost('it did not answer')));
      if (rssBytes > this.options.retireBytes) this.#end(worker, 'it held too much memory');
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      if (!this.#isClosed) this.#lostWorkers += 1;
      this.#lost(batch, error);
    }
  }

  /** Who was in the batch is asked again once, alone: one of them may have ended the worker. */
  #lost(batch: readonly Waiting[], { message: how, hadBegun }: WorkerGone): void {
    if (hadBegun && !this.#isClosed) this.#blame(batch, how);
    for (const waiting of batch) {
      if (this.#isClosed) waiting.answer(CLOSED);
      else if (!hadBegun) this.#notBegun(waiting, how);
      else this.#askAgain(waiting, how);
    }
  }

  /**
   * Which of several it was is not known: from then on they go one at a time. A run that is late says nothing against who
   * asked, nor against the model.
   */
  #blame([first, ...others]: readonly Waiting[], how: string): void {
    if (first === undefined) return;
    if (others.length > 0) this.#queue.keepApart(first.key);
    else if (how !== LATE) this.strikes.add(first.struck, how);
  }

  #askAgain(waiting: Waiting, how: string): void {
    const refusal = this.strikes.refusal(waiting.struck);
    if (refusal !== undefined || waiting.isSecondTry || how === LATE) waiting.answer(refusal ?? lost(how));
    else this.add({ ...waiting, isSecondTry: true });
  }

  /** The worker ended by itself before it had the request: no model is to blame. */
  #notBegun(waiting: Waiting, how: string): void {
    if (waiting.starts >= MOST_STARTS) waiting.answer(lost(how));
    else this.add({ ...waiting, starts: waiting.starts + 1 });
  }

  #take(worker: Worker): void {
    worker.isBusy = true;
    clearTimeout(this.#idle.get(worker));
  }

  #release(worker: Worker): void {
    worker.isBusy = false;
    if (!worker.process.isRunning) this.#workers.delete(worker);
    else if (this.#workers.has(worker))
      this.#idle.set(
        worker,
        setTimeout(() => this.#end(worker, 'nobody needed it'), this.options.idleMs).unref(),
      );
    this.#dispatch();
  }

  #end(worker: Worker, why: string): void {
    this.#workers.delete(worker);
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    worker.process.kill(why);
  }
}

/** Its own inspection is enough to say that a file ends what opens it. */
const notOpened = (what: keyof Inspections, { message: how, hadBegun }: WorkerGone): RunFailure => {
  if (!hadBegun) return lost(how);
  const code = how === LATE ? codes.file : codes.outOfService;
  return failure('model', code, `Opening the ${what} ended the process that opened it: ${how}.`);
};

/** What a request that nobody answered in time is told. */
export const tooLate = (): RunFailure =>
  failure('worker', codes.late, `The model did not answer in time: ${LATE}.`);
