import { datasetJobCommands } from '@cairn/contracts';
import { freshId, isPassing, pause, type ServiceTools, timestamp, type Work } from '@cairn/kernel';
import { isGivenUp, isSuspect, OUR_FAILURE, wouldBeSuspect } from '../domain/job/lease.js';

import { datasetJob, type JobState } from '../domain/job/state.js';
import { claimableJobs } from '../read-models/jobs/unfinished.js';
import { runDuplicate } from './duplicates/run-duplicate.js';
import { runImport } from './imports/run-import.js';
import { JobRefused } from './job-refused.js';
import { HEARTBEAT_MS, Lease, WorkStopped } from './lease.js';

export interface WorkerOptions {
  /** So many jobs are worked on at once: a large import does not hold up a small one. */
  readonly atOnce?: number;
  /** How often abandoned jobs are looked for, ms; a new job is seen at once. */
  readonly lookEveryMs?: number;
  readonly heartbeatMs?: number;
  readonly againAfterMs?: number;
}

/** So long a job waits for an engine that is away, or a disk that is full, before it goes on. */
const AGAIN_AFTER_MS = 5000;

/** Imports and duplicates, claimed under leases (architecture, *Policies and work*). */
export const jobWork = (tools: ServiceTools, options: WorkerOptions = {}): Work => {
  const worker = new JobWorker(tools, options);
  return { name: 'datasets.jobs', run: (signal) => worker.run(signal) };
};

class JobWorker {
  readonly #name = freshId();
  readonly #running = new Map<string, Promise<void>>();
  /** A running job whose attempt before ended without a word. */
  #suspect: string | undefined;
  #bell = new AbortController();

  constructor(
    private readonly tools: ServiceTools,
    private readonly options: WorkerOptions,
  ) {}

  /** When it cannot listen or look any more it does neither and throws. Jobs go on meanwhile, until the signal aborts. */
  async run(stop: AbortSignal): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([stop, over.signal]);
    const both = [this.#listen(signal), this.#lookOut(signal, stop)].map((one) =>
      one.finally(() => over.abort()),
    );
    await Promise.allSettled(both);
    if (stop.aborted) await Promise.all(this.#running.values());
    await Promise.all(both);
  }

  async #lookOut(signal: AbortSignal, stop: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#bell = new AbortController();
      await this.#look(stop);
      await pause(this.options.lookEveryMs ?? 1000, AbortSignal.any([signal, this.#bell.signal]));
    }
  }

  /** Rings when a job was asked for or ended. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { log } = this.tools;
    const after = await log.head();
    const batches = log.subscribe({ after, categories: [datasetJob.category], maxBatch: 100, signal });
    for await (const batch of batches) {
      if (batch.events.length === 0) continue;
      await this.tools.reached(batch.position, 1000);
      this.#bell.abort();
    }
  }

  /**
   * Takes jobs, at random among those that wait, as many as there is room for. Of jobs whose process ended it takes one
   * at a time, until that has come past the place: should it end the process again, none of the others is blamed for it.
   */
  async #look(stop: AbortSignal): Promise<void> {
    const room = (this.options.atOnce ?? 4) - this.#running.size;
    if (room <= 0) return;
    const waiting = await claimableJobs(this.tools.documents, timestamp(this.tools.clock.now()));
    const free = waiting.filter((id) => !this.#running.has(id)).sort(() => Math.random() - 0.5);
    for (const id of free.slice(0, room)) {
      if (await this.#mustWait(id)) continue;
      const work = this.#take(id, stop).then((taken) => {
        this.#running.delete(id);
        if (taken) this.#bell.abort();
      });
      this.#running.set(id, work);
    }
  }

  async #mustWait(id: string): Promise<boolean> {
    if (!wouldBeSuspect(await this.#stateOf(id))) return false;
    if (await this.#isTrying(this.#suspect)) return true;
    this.#suspect = id;
    return false;
  }

  async #isTrying(suspect: string | undefined): Promise<boolean> {
    if (suspect === undefined || !this.#running.has(suspect)) return false;
    return isSuspect(await this.#stateOf(suspect), timestamp(this.tools.clock.now()));
  }

  async #stateOf(id: string): Promise<JobState> {
    return (await this.tools.streams.current(datasetJob, id)).state;
  }

  /** False when another has it: the list was behind the log, and is not looked at again at once. */
  async #take(id: string, stop: AbortSignal): Promise<boolean> {
    const { tools } = this;
    try {
      const claim = await tools.execute({
        name: datasetJobCommands.startJob.name,
        input: { job_id: id, worker: this.#name },
        id: freshId(),
      });
      if (claim.status === 'refused' || claim.revision === undefined) return false;
      const lease = new Lease(tools, id, claim.revision, stop, this.options.heartbeatMs ?? HEARTBEAT_MS);
      await this.#work(lease);
      return true;
    } catch (error) {
      tools.logger.error({ err: error, job: id }, 'a job stumbled; it is taken again when its lease is over');
      return false;
    }
  }

  async #work(lease: Lease): Promise<void> {
    try {
      await this.#untilEnded(lease);
    } catch (error) {
      if (error instanceof WorkStopped) return;
      if (error instanceof JobRefused) await lease.fail(error);
      else if (await this.#isLastAttempt(lease.jobId)) await lease.fail(OUR_FAILURE);
      else throw error;
    } finally {
      await lease.release();
    }
  }

  /** An engine that is away is waited for under the same lease: such an attempt does not count. */
  async #untilEnded(lease: Lease): Promise<void> {
    const { tools } = this;
    for (;;) {
      try {
        const { state } = await tools.streams.current(datasetJob, lease.jobId);
        if (state.status !== 'running') return;
        await (state.kind === 'import' ? runImport(state, lease, tools) : runDuplicate(state, lease, tools));
        return;
      } catch (error) {
        if (!isPassing(error)) throw error;
        tools.logger.warn({ err: error, job: lease.jobId }, 'a job waits for an engine');
      }
      await pause(this.options.againAfterMs ?? AGAIN_AFTER_MS, lease.signal);
      lease.check();
    }
  }

  async #isLastAttempt(id: string): Promise<boolean> {
    const state = await this.#stateOf(id);
    return state.status === 'running' && isGivenUp(state);
  }
}
