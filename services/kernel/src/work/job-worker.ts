import type { JsonObject } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import { idOf } from '../domain/streams.js';
import { errorKind } from '../error-reports/error-kind.js';
import { isTransient } from '../errors/cairn-error.js';
import { sent } from '../queries/conditions.js';
import { toolsCausedBy } from '../runtime/cause.js';
import type { ServiceTools, Work } from '../runtime/service.js';
import { Claims } from './claims.js';
import { type Before, OUR_FAILURE } from './decisions.js';
import { FreeJobs } from './free-jobs.js';
import type { JobKind } from './job.js';
import { type OpenJob, openJobs } from './job-documents.js';
import { JobLease, WorkStopped } from './job-lease.js';
import { JobRefused } from './job-refused.js';
import type { JobState, KnownJob } from './job-state.js';
import { givesWay, inTurn } from './turns.js';

/** What the jobs of one kind do. */
export interface JobWork<Known extends KnownJob> {
  /** `datasets.jobs` */
  readonly name: string;
  /**
   * Does one and gives its result. What it did before it ended without a word is done again, or recognised. It stops
   * when `lease.signal` aborts. Throws `JobRefused` when the job cannot be done, which is then its failure; whatever else
   * it throws ends the attempt, and an engine that is away is waited for.
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

const AT_ONCE = 4;
const TURN_MS = 5000;
const LOOK_EVERY_MS = 1000;
/** So long a job waits for an engine that is away, or a disk that is full, before it goes on. */
const AGAIN_AFTER_MS = 5000;

/** The worker of one kind of jobs: it claims them under leases and does them (architecture, *Policies and work*). */
export const jobWork = <Known extends KnownJob>(
  kind: JobKind<Known>,
  its: JobWork<Known>,
  tools: ServiceTools,
  options: WorkerOptions = {},
): Work => {
  const worker = new JobWorker(kind, its, tools, options);
  return { name: its.name, run: (signal) => worker.run(signal) };
};

interface Running {
  readonly tenant: string;
  readonly since: number;
  readonly work: Promise<void>;
  /** Aborts when it gives its place to another job. */
  readonly yielding: AbortController;
}

class JobWorker<Known extends KnownJob> {
  readonly #name = freshId();
  readonly #running = new Map<string, Running>();
  readonly #leases = new Map<string, JobLease>();
  /** A running job whose attempt before ended without a word. */
  #suspect: string | undefined;
  readonly #free: FreeJobs;
  #bell = new AbortController();

  constructor(
    private readonly kind: JobKind<Known>,
    private readonly its: JobWork<Known>,
    private readonly tools: ServiceTools,
    private readonly options: WorkerOptions,
  ) {
    this.#free = new FreeJobs(new Claims(tools.registers, kind.category), tools.clock);
  }

  /** When it cannot listen or look any more it does neither and throws. Jobs go on meanwhile, until the signal aborts. */
  async run(stop: AbortSignal): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([stop, over.signal]);
    const both = [this.#listen(signal), this.#lookOut(signal, stop)].map((one) =>
      one.finally(() => over.abort()),
    );
    await Promise.allSettled(both);
    if (stop.aborted) await Promise.all([...this.#running.values()].map(({ work }) => work));
    await Promise.all(both);
  }

  async #lookOut(signal: AbortSignal, stop: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#bell = new AbortController();
      await this.#look(stop);
      await pause(this.#lookEveryMs, AbortSignal.any([signal, this.#bell.signal]));
    }
  }

  /** Rings when a job was asked for or ended. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { log } = this.tools;
    const { category, events } = this.kind;
    const after = await log.head();
    for await (const batch of log.subscribe({ after, categories: [category], maxBatch: 100, signal })) {
      if (batch.events.length === 0) continue;
      for (const { stream, type } of batch.events)
        if (type === events.cancelRequested.storedType) this.#leases.get(idOf(stream))?.cancel();
      await this.tools.reached(batch.position, 1000);
      this.#bell.abort();
    }
  }

  /**
   * Takes jobs in their turn, as many as there is room for. Of jobs whose process ended it takes one at a time, until
   * that has come past the place: should it end the process again, none of the others is blamed for it.
   */
  async #look(stop: AbortSignal): Promise<void> {
    const held = [...this.#running.values()];
    const full = this.#running.size >= this.#places;
    const giving = full ? givesWay(held, performance.now(), this.options.turnMs ?? TURN_MS) : undefined;
    if (full && giving === undefined) return;
    const open = await openJobs(this.kind, this.tools.documents);
    this.#free.forgetBut(open);
    const free = open.filter(({ id }) => !this.#running.has(id));
    if (giving !== undefined) return this.#giveWay(giving, free);
    for (const job of inTurn(free, held)) await this.#tryTaking(job, stop);
  }

  /**
   * Lets go of a job when one that nobody has taken yet waits for longer than a look, so that a worker with a free place
   * has taken it. The documents may be behind the log.
   */
  async #giveWay({ yielding }: Running, free: readonly OpenJob[]): Promise<void> {
    const since = this.tools.clock.now() - this.#lookEveryMs;
    for (const { id, isNew, askedAt } of free) {
      if (yielding.signal.aborted) return;
      if (!isNew || Date.parse(askedAt) > since) continue;
      if ((await this.#stateOf(id)).status === 'queued') yielding.abort();
    }
  }

  get #lookEveryMs(): number {
    return this.options.lookEveryMs ?? LOOK_EVERY_MS;
  }

  get #places(): number {
    return this.options.atOnce ?? AT_ONCE;
  }

  /** The last of several places is for jobs that nobody has taken yet: what goes on for hours never has them all. */
  #hasPlaceFor({ isNew }: OpenJob): boolean {
    const { size } = this.#running;
    return size < this.#places - 1 || (size < this.#places && (isNew || this.#places === 1));
  }

  async #tryTaking(job: OpenJob, stop: AbortSignal): Promise<void> {
    if (!this.#hasPlaceFor(job)) return;
    const { id, tenant } = job;
    const state = await this.#stateOf(id);
    const before = await this.#free.after(id, state);
    if (before === undefined || (await this.#mustWait(id, state, before))) return;
    const yielding = new AbortController();
    if (state.status === 'none') return;
    const work = this.#take(state, before, AbortSignal.any([stop, yielding.signal])).then((taken) => {
      this.#running.delete(id);
      if (taken) this.#bell.abort();
    });
    this.#running.set(id, { tenant, since: performance.now(), work, yielding });
  }

  async #mustWait(id: string, state: JobState, { ended }: Before): Promise<boolean> {
    if (state.status !== 'running' || state.cancelAsked) return false;
    if (ended === undefined && state.endings.place === null) return false;
    if (await this.#isTrying(this.#suspect)) return true;
    this.#suspect = id;
    return false;
  }

  /** Whether a job that this worker tries has not come past the place where its attempts ended. */
  async #isTrying(suspect: string | undefined): Promise<boolean> {
    if (suspect === undefined || !this.#running.has(suspect)) return false;
    const state = await this.#stateOf(suspect);
    const lease = this.#leases.get(suspect);
    if (state.status !== 'running' || lease === undefined) return state.status === 'running';
    return this.kind.places.unlessPast(state.endings, lease.place).place !== null;
  }

  async #stateOf(id: string): Promise<JobState<Known>> {
    return (await this.tools.streams.current(this.kind.aggregate, id)).state;
  }

  /** False when another has it: the list was behind the log, and is not looked at again at once. */
  async #take({ id, cause }: KnownJob, before: Before, stop: AbortSignal): Promise<boolean> {
    const { kind } = this;
    const tools = toolsCausedBy(cause, this.tools);
    try {
      const input = { job_id: id, worker: this.#name, ...sent({ ...before }) };
      const claim = await tools.execute(kind.commands.start, input, { id: freshId() });
      if (claim.status === 'refused' || claim.revision === undefined) return false;
      const lease = new JobLease(kind, tools, id, claim.revision, stop, this.options);
      this.#leases.set(id, lease);
      await this.#work(lease);
      return true;
    } catch (error) {
      tools.logger.error({ err: error, job: id }, 'a job stumbled; it is taken again when its lease is over');
      this.#tellFailed(id, error);
      return false;
    } finally {
      this.#leases.delete(id);
    }
  }

  async #work(lease: JobLease): Promise<void> {
    try {
      await this.#untilEnded(lease);
    } catch (error) {
      if (lease.isCancelled) await lease.endCancelled();
      else if (error instanceof WorkStopped || lease.isLetGo) return;
      else if (error instanceof JobRefused) await lease.fail(error);
      else if (await this.#isLastAttempt(lease)) {
        this.#tellFailed(lease.jobId, error);
        await lease.fail(OUR_FAILURE);
      } else throw error;
    } finally {
      await lease.release();
    }
  }

  /** What is no fault of who asked. */
  #tellFailed(jobId: string, error: unknown): void {
    this.tools.errors.note({
      name: errorKind(error),
      description: `${this.its.name} stumbled on a job.`,
      where: this.its.name,
      entity: 'job',
      entityId: jobId,
      userId: '',
    });
  }

  /** An engine that is away is waited for under the same lease: such an attempt does not count. */
  async #untilEnded(lease: JobLease): Promise<void> {
    for (;;) {
      try {
        const state = await this.#stateOf(lease.jobId);
        if (state.status !== 'running') return;
        const tools = toolsCausedBy(state.cause, this.tools);
        await lease.begin(state);
        if (state.cancelAsked) this.#endCancelled(state, lease);
        await lease.complete(await this.its.run(state, lease, tools));
        return;
      } catch (error) {
        if (!isTransient(error)) throw error;
        this.tools.logger.warn({ err: error, job: lease.jobId }, 'a job waits for an engine');
      }
      await pause(this.options.againAfterMs ?? AGAIN_AFTER_MS, lease.signal);
      lease.check();
    }
  }

  /** A job that was cancelled while its worker was gone: nothing more of it is done. */
  #endCancelled(job: Known, lease: JobLease): void {
    lease.tellsLanded(() => this.its.landed?.(job) ?? {});
    lease.cancel();
    lease.check();
  }

  async #isLastAttempt({ jobId, place }: JobLease): Promise<boolean> {
    const state = await this.#stateOf(jobId);
    return state.status === 'running' && this.kind.decide.isGivenUp(state, place);
  }
}
