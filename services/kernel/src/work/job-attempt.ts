import type { JsonObject } from '@cairn/contracts';
import { pause } from '../clock/pause.js';
import { timestamp } from '../clock/port.js';
import { isTransient } from '../errors/cairn-error.js';
import { toolsCausedBy } from '../context/cause.js';
import { servicesUntil } from '../context/other-services.js';
import type { ServiceTools } from '../context/service-tools.js';
import { OUR_FAILURE } from './decisions.js';
import { growingPause } from './growing-pause.js';
import { type JobLease, LetGoUntil, WorkStopped } from './job-lease.js';
import { JobRefused } from '../access/job-refused.js';
import type { JobState, KnownJob } from './job-state.js';
import type { JobKind } from './job.js';

/** What the jobs of one kind do. */
export interface JobWork<Known extends KnownJob> {
  /** `datasets.jobs` */
  readonly name: string;
  /**
   * Does one and gives its result. What it did before it ended without a word is done again, or recognised. It stops
   * when `lease.signal` aborts; a call of `tools.services` is waited for no longer than that. Throws `JobRefused` when the
   * job cannot be done, which is then its failure, and `LetGoUntil` when it cannot go on before a time; whatever else it
   * throws ends the attempt, and what is away is waited for.
   */
  run(this: void, job: Known, lease: JobLease, tools: ServiceTools): Promise<JsonObject>;
  /** What workers before had stored of a job that was cancelled while nobody had it; nothing when absent. */
  landed?(this: void, job: Known): JsonObject;
}

export interface WorkerOptions {
  /** So many jobs are worked on at once. The last place is for jobs that nobody has taken yet. */
  readonly atOnce?: number;
  /** So long a job keeps its place at least when a new one waits and there is none left, ms. */
  readonly turnMs?: number;
  /** How often abandoned jobs are looked for, ms; a new job is seen at once. */
  readonly lookEveryMs?: number;
  readonly heartbeatMs?: number;
  /** How often a cursor that moved is an event. */
  readonly cursorMs?: number;
  readonly againAfterMs?: number;
}

/** So long a job waits for an engine that is away, or a disk that is full, before it goes on. */
const AGAIN_AFTER_MS = 5000;
/** So often it does that before it lets its place go. */
const MOST_RUNS = 3;

/** What a worker does with a job that it has claimed. */
export class JobAttempt<Known extends KnownJob> {
  constructor(
    private readonly kind: JobKind<Known>,
    private readonly its: JobWork<Known>,
    private readonly tools: ServiceTools,
    private readonly lease: JobLease,
    private readonly options: Pick<WorkerOptions, 'againAfterMs'>,
  ) {}

  /** Throws what ended the attempt, when it was not the last; `tellFailed` hears of what ended the last one. */
  async work(tellFailed: (error: unknown) => void): Promise<void> {
    const { lease } = this;
    try {
      await this.#untilEnded();
    } catch (error) {
      if (lease.isCancelled) await lease.endCancelled();
      else if (error instanceof WorkStopped || lease.isLetGo) return;
      else if (error instanceof JobRefused) await lease.fail(error);
      else {
        await lease.threw();
        if (!(await this.#isLast())) throw error;
        tellFailed(error);
        await lease.fail(OUR_FAILURE);
      }
    } finally {
      await lease.release();
    }
  }

  /**
   * What is away is waited for under the same lease for a while, then the place is let go: such an attempt does not count.
   */
  async #untilEnded(): Promise<void> {
    const { lease } = this;
    for (let runs = 1; ; runs += 1) {
      try {
        await this.#run();
        return;
      } catch (error) {
        if (!isTransient(error)) throw error;
        this.tools.logger.warn({ err: error, job: lease.jobId }, 'a job waits for what is away');
      }
      lease.check();
      if (runs >= MOST_RUNS && (await this.#letsGo())) return;
      await pause(this.#againAfterMs, lease.signal);
      lease.check();
    }
  }

  async #run(): Promise<void> {
    const { lease } = this;
    const state = await this.#state();
    if (state.status !== 'running') return;
    await lease.begin(state);
    if (state.cancelAsked) this.#endCancelled(state);
    const { services, ...tools } = toolsCausedBy(state.cause, this.tools);
    try {
      const given = { ...tools, services: servicesUntil(lease.signal, services) };
      await lease.complete(await this.its.run(state, lease, given));
    } catch (error) {
      if (!(error instanceof LetGoUntil)) throw error;
      lease.check();
      await lease.letGo(error.until);
    }
  }

  /** False when even that cannot be told: then it waits under its lease. */
  async #letsGo(): Promise<boolean> {
    try {
      const state = await this.#state();
      const waits = state.status === 'running' ? state.waits : 0;
      const until = this.tools.clock.now() + growingPause(this.#againAfterMs, waits);
      await this.lease.letGo(timestamp(until));
      return true;
    } catch (error) {
      if (!isTransient(error)) throw error;
      return false;
    }
  }

  /** A job that was cancelled while its worker was gone: nothing more of it is done. */
  #endCancelled(job: Known): void {
    this.lease.tellsLanded(() => this.its.landed?.(job) ?? {});
    this.lease.cancel();
    this.lease.check();
  }

  async #isLast(): Promise<boolean> {
    const state = await this.#state();
    return state.status === 'running' && this.kind.decide.isGivenUp(state, this.lease.place);
  }

  async #state(): Promise<JobState<Known>> {
    return (await this.tools.streams.current(this.kind.aggregate, this.lease.jobId)).state;
  }

  get #againAfterMs(): number {
    return this.options.againAfterMs ?? AGAIN_AFTER_MS;
  }
}
