import { freshId } from '../clock/ids.js';
import { pause } from '../clock/pause.js';
import { idOf } from '../domain/streams.js';
import { errorKind } from '../error-reports/error-kind.js';
import { sent } from '../paging/conditions.js';
import { toolsCausedBy } from '../context/cause.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { Work } from '../context/work.js';
import { Claims } from './claims.js';
import type { Before } from './decisions.js';
import { FreeJobs } from './free-jobs.js';
import type { JobKind } from './job.js';
import { JobAttempt, type JobWork, type WorkerOptions } from './job-attempt.js';
import { type OpenJob, openJobs } from './job-documents.js';
import { JobLease, LEASE_MS } from './job-lease.js';
import type { JobState, KnownJob } from './job-state.js';
import { givesWay, inTurn } from './turns.js';

const AT_ONCE = 4;
const TURN_MS = 5000;
const LOOK_EVERY_MS = 1000;

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
    const open = await openJobs(this.kind, this.tools.documents);
    this.#free.forgetBut(open);
    const free = open.filter((job) => !this.#running.has(job.id) && !this.#isForLater(job));
    for (const job of inTurn(free, held)) await this.#tryTaking(job, stop);
    if (giving !== undefined) await this.#giveWay(giving, free);
  }

  /** As the documents tell it; the stream is asked before a job is taken. */
  #isForLater({ until, isCancelled }: OpenJob): boolean {
    return until !== undefined && !isCancelled && this.tools.clock.now() < Date.parse(until);
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

  /**
   * The last of several places is for jobs that nobody has taken yet: what goes on for hours never has them all. A job that
   * somebody cancelled is taken to be ended: that needs no place.
   */
  #hasPlaceFor({ isNew, isCancelled }: OpenJob): boolean {
    const { size } = this.#running;
    if (isCancelled) return true;
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

  /**
   * Whether a job that this worker tries has not come past the place where its attempts ended; where they told none, past
   * its beginning, or on for the time of a claim.
   */
  async #isTrying(suspect: string | undefined): Promise<boolean> {
    const running = this.#running.get(suspect ?? '');
    if (suspect === undefined || running === undefined) return false;
    const state = await this.#stateOf(suspect);
    if (state.status !== 'running') return false;
    const lease = this.#leases.get(suspect);
    return lease === undefined || this.#isThere(state, lease, running);
  }

  #isThere({ endings, unended }: KnownJob, { place, isAtBeginning }: JobLease, { since }: Running): boolean {
    if (endings.place !== null) return this.kind.places.unlessPast(endings, place).place !== null;
    return unended > 0 && isAtBeginning && performance.now() - since < LEASE_MS;
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
      const attempt = new JobAttempt(kind, this.its, this.tools, lease, this.options);
      await attempt.work((error) => this.#tellFailed(id, error));
      return true;
    } catch (error) {
      tools.logger.error({ err: error, job: id }, 'a job stumbled; it is taken again when its lease is over');
      this.#tellFailed(id, error);
      return false;
    } finally {
      this.#leases.delete(id);
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
}
