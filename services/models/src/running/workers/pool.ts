import { LATE, type LaunchOptions, Shares, type Turn, WorkerGone } from '@cairn/kernel';
import type { Inspections, RunFailure } from '../port.js';
import { CLOSED, lost, NONE_FREE, notOpened } from './failures.js';
import { Queue } from './queue.js';
import type { Strikes } from './strikes.js';
import { INSPECTIONS, type Waiting, type WaitingRun } from './waiting.js';
import { GAVE_WAY, type PooledWorker, Worker } from './worker.js';

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
  /** A file waits as long for a worker that opens it. */
  readonly waitMs: number;
  /** A worker that nobody needed for as long ends. */
  readonly idleMs: number;
}

const MOST_STARTS = 3;
/** How often it is looked whether somebody takes too long for others. */
const LOOK_EVERY_MS = 250;
/** Workers, started when they are needed, and who waits for them. */
export class Pool {
  readonly #workers = new Set<PooledWorker>();
  readonly #shares: Shares;
  readonly #queue: Queue;
  readonly #turns = new Map<Turn, PooledWorker>();
  readonly #idle = new Map<PooledWorker, NodeJS.Timeout>();
  #looks: NodeJS.Timeout | undefined;
  #givesWay: Turn | undefined;
  #isClosed = false;
  #lostWorkers = 0;

  constructor(
    private readonly options: PoolOptions,
    private readonly strikes: Strikes,
    private readonly start: () => PooledWorker = () => new Worker(options.launch, options.openBytes),
  ) {
    this.#shares = new Shares(options.workers, new Set([INSPECTIONS]));
    this.#queue = new Queue(this.#shares);
  }

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

  /** In a worker that does nothing else meanwhile; it counts for the account. */
  inspect<What extends keyof Inspections>(
    path: string,
    what: What,
    account: string,
  ): Promise<Inspections[What] | RunFailure> {
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      let late: NodeJS.Timeout | undefined;
      const answer = (answered: Inspections[What] | RunFailure): void => {
        isAnswered = true;
        clearTimeout(late);
        resolve(answered);
      };
      const inspect = async (worker: PooledWorker): Promise<void> => {
        clearTimeout(late);
        const found = await this.#inspected(worker, path, what);
        if (found === undefined) waits();
        else answer(found);
      };
      const waits = (): void => {
        late = setTimeout(() => answer(NONE_FREE), this.options.waitMs);
        this.add({
          ...{ kind: 'inspection', key: INSPECTIONS, account, answer },
          isAnswered: () => isAnswered,
          inspect: (worker) => inspect(worker).catch(reject),
        });
      };
      waits();
    });
  }

  /** `undefined`: it gave way to others. */
  async #inspected<What extends keyof Inspections>(
    worker: PooledWorker,
    path: string,
    what: What,
  ): Promise<Inspections[What] | RunFailure | undefined> {
    const { openMs, askMs } = this.options;
    try {
      const found = await worker.inspect(path, what, { openMs, runMs: askMs });
      if (!worker.process.isRunning) this.#countLost();
      return found;
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      if (error.message === GAVE_WAY) return undefined;
      this.#countLost();
      return notOpened(what, error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#looks);
    for (const waiting of this.#queue.clear()) waiting.answer(CLOSED);
    const workers = [...this.#workers];
    for (const worker of workers) this.#end(worker, 'no models are run here any more');
    await Promise.all(workers.map((worker) => worker.process.ended()));
  }

  #dispatch(): void {
    this.#beginTurns();
    this.#makeRoom();
  }

  #beginTurns(): void {
    while (!this.#isClosed && this.#canTake()) {
      const taken = this.#queue.take(this.options.batch);
      const [first] = taken;
      const worker = first === undefined ? undefined : this.#free(first.key);
      if (first === undefined || worker === undefined) return;
      this.#take(worker);
      const end = this.#begun(worker, first, taken);
      void this.#works(worker, first, taken).finally(() => {
        end();
        this.#release(worker);
      });
    }
  }

  /** Answers what ends the turn. */
  #begun(worker: PooledWorker, { account, key }: Waiting, taken: readonly Waiting[]): () => void {
    const isShared = taken.some((waiting) => waiting.account !== account);
    const turn = { account, key, isShared, began: () => worker.process.began };
    this.#shares.begin(turn);
    this.#turns.set(turn, worker);
    return () => {
      this.#shares.end(turn);
      this.#turns.delete(turn);
      if (this.#givesWay === turn) this.#givesWay = undefined;
    };
  }

  #works(worker: PooledWorker, first: Waiting, taken: readonly Waiting[]): Promise<void> {
    if (first.kind === 'inspection') return first.inspect(worker);
    return this.#run(
      worker,
      taken.filter((waiting) => waiting.kind === 'run'),
    );
  }

  /** Looks again and again while somebody could begin and all workers are taken. */
  #makeRoom(): void {
    clearTimeout(this.#looks);
    if (this.#isClosed || this.#canTake() || !this.#queue.hasOne()) return;
    this.#givesWay ??= this.#shares.givesWay();
    if (this.#givesWay !== undefined) this.#turns.get(this.#givesWay)?.process.kill(GAVE_WAY);
    this.#looks = setTimeout(() => this.#makeRoom(), LOOK_EVERY_MS).unref();
  }

  #canTake(): boolean {
    return this.#workers.size < this.options.workers || [...this.#workers].some((worker) => !worker.isBusy);
  }

  /** One that has the model open, else any that is idle, else a new one. */
  #free(key: string): PooledWorker | undefined {
    if (this.#isClosed) return undefined;
    for (const worker of this.#workers)
      if (!worker.process.isRunning && !worker.isBusy) this.#workers.delete(worker);
    const idle = [...this.#workers].filter((worker) => !worker.isBusy);
    const found = idle.find((worker) => worker.has(key)) ?? idle[0];
    if (found !== undefined || this.#workers.size >= this.options.workers) return found;
    const worker = this.start();
    this.#workers.add(worker);
    return worker;
  }

  async #run(worker: PooledWorker, batch: readonly WaitingRun[]): Promise<void> {
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
      this.#lost(batch, error);
    }
  }

  #countLost(): void {
    if (!this.#isClosed) this.#lostWorkers += 1;
  }

  /** Who was in the batch is asked again once, alone: one of them may have ended the worker. */
  #lost(batch: readonly WaitingRun[], { message: how, hadBegun }: WorkerGone): void {
    if (how === GAVE_WAY) {
      for (const waiting of batch) this.add(waiting);
      return;
    }
    this.#countLost();
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
  #blame([first, ...others]: readonly WaitingRun[], how: string): void {
    if (first === undefined) return;
    if (others.length > 0) this.#queue.keepApart(first.key);
    else if (how !== LATE) this.strikes.add(first.struck, how);
  }

  #askAgain(waiting: WaitingRun, how: string): void {
    const refusal = this.strikes.refusal(waiting.struck);
    if (refusal !== undefined || waiting.isSecondTry || how === LATE) waiting.answer(refusal ?? lost(how));
    else this.add({ ...waiting, isSecondTry: true });
  }

  /** The worker ended by itself before it had the request: no model is to blame. */
  #notBegun(waiting: WaitingRun, how: string): void {
    if (waiting.starts >= MOST_STARTS) waiting.answer(lost(how));
    else this.add({ ...waiting, starts: waiting.starts + 1 });
  }

  #take(worker: PooledWorker): void {
    worker.isBusy = true;
    clearTimeout(this.#idle.get(worker));
  }

  #release(worker: PooledWorker): void {
    worker.isBusy = false;
    if (!worker.process.isRunning) this.#workers.delete(worker);
    else if (this.#workers.has(worker))
      this.#idle.set(
        worker,
        setTimeout(() => this.#end(worker, 'nobody needed it'), this.options.idleMs).unref(),
      );
    this.#dispatch();
  }

  #end(worker: PooledWorker, why: string): void {
    this.#workers.delete(worker);
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    worker.process.kill(why);
  }
}
