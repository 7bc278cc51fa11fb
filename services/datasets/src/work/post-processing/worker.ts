import { freshId, inTurn, pause, type ServiceTools, timestamp, type Work } from '@cairn/kernel';
import { postProcessorJob } from '../../domain/post-processor-job/state.js';
import { openQueues } from '../../read-models/post-processor-jobs/queues.js';
import type { QueueDocument } from '../../read-models/post-processor-jobs/documents.js';
import { type DueJob, dueJobs, leftJobs } from './due-jobs.js';
import { type Readiness, readiness } from './ready.js';
import { runJob, type Taking } from './run-job.js';
import { Workers } from './workers.js';

/** So many jobs are worked on at once by one process. */
const AT_ONCE = 8;
const LOOK_EVERY_MS = 1000;

export interface PostProcessingOptions {
  readonly atOnce?: number;
  readonly lookEveryMs?: number;
  /** So many post-processors are looked at each time. */
  readonly page?: number;
}

/** Works on the jobs of post-processors: each replica takes those that are due, tenants in turn. */
export const postProcessingWork = (tools: ServiceTools, options: PostProcessingOptions = {}): Work => {
  const worker = new PostProcessingWorker(tools, options);
  return { name: 'datasets.postProcessing', run: (signal) => worker.run(signal) };
};

interface Running {
  readonly tenant: string;
  readonly since: number;
  readonly work: Promise<void>;
}

const isAskable = (post: Readiness): post is Taking['post'] => post.state !== 'waiting';

class PostProcessingWorker {
  readonly #name = freshId();
  readonly #running = new Map<string, Running>();
  readonly #workers: Workers;
  #bell = new AbortController();
  #queues: ReturnType<typeof openQueues>;

  constructor(
    private readonly tools: ServiceTools,
    private readonly options: PostProcessingOptions,
  ) {
    this.#queues = openQueues(tools.documents, options.page);
    this.#workers = new Workers(tools.registers, 'post-processing:');
  }

  /** When it cannot listen or look any more it does neither and throws; what it works on it lets go. */
  async run(stop: AbortSignal): Promise<void> {
    await this.#workers.here(this.#name);
    const over = new AbortController();
    const signal = AbortSignal.any([stop, over.signal]);
    const parts = [this.#workers.tell(this.#name, signal), this.#listen(signal), this.#lookOut(signal)];
    const all = parts.map((one) => one.finally(() => over.abort()));
    await Promise.allSettled(all);
    await Promise.all([...this.#running.values()].map(({ work }) => work));
    await Promise.all(all);
  }

  async #lookOut(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#bell = new AbortController();
      await this.#look(signal);
      const every = this.options.lookEveryMs ?? LOOK_EVERY_MS;
      await pause(every, AbortSignal.any([signal, this.#bell.signal]));
    }
  }

  /** Rings when something happened to a job. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { log } = this.tools;
    const after = await log.head();
    const { category } = postProcessorJob;
    for await (const batch of log.subscribe({ after, categories: [category], maxBatch: 100, signal })) {
      if (batch.events.length === 0) continue;
      await this.tools.reached(batch.position, 1000);
      this.#bell.abort();
    }
  }

  get #free(): number {
    return (this.options.atOnce ?? AT_ONCE) - this.#running.size;
  }

  /** It goes on where the last look ended: each post-processor has its turn, however many jobs others have. */
  async #look(signal: AbortSignal): Promise<void> {
    if (this.#free <= 0) return;
    const jobs = await this.#dueIn(await this.#nextQueues());
    jobs.push(...(await leftJobs(this.tools.documents, this.#workers)));
    const due = jobs.filter(({ id }) => !this.#running.has(id));
    const held = [...this.#running.values()];
    const ready = new Map<string, Readiness>();
    for (const job of inTurn(due, held)) {
      if (this.#free <= 0 || signal.aborted) return;
      const post = ready.get(job.post_processor_id) ?? (await this.#readiness(job));
      ready.set(job.post_processor_id, post);
      if (isAskable(post)) this.#begin(job, post, signal);
    }
  }

  async #nextQueues(): Promise<readonly QueueDocument[]> {
    const { value, done } = await this.#queues.next();
    if (done !== true) return value;
    this.#queues = openQueues(this.tools.documents, this.options.page);
    return (await this.#queues.next()).value ?? [];
  }

  async #dueIn(queues: readonly QueueDocument[]): Promise<DueJob[]> {
    const { documents, clock } = this.tools;
    const now = timestamp(clock.now());
    const due: DueJob[] = [];
    for (const queue of queues)
      due.push(...(await dueJobs(documents, queue, now, this.#free + this.#running.size)));
    return due;
  }

  /** What cannot be asked about now waits; others go on. */
  async #readiness({ post_processor_id: id }: DueJob): Promise<Readiness> {
    try {
      return await readiness(this.tools, id);
    } catch (error) {
      this.tools.logger.error(
        { err: error, postProcessor: id },
        'a post-processor cannot be asked about now',
      );
      return { state: 'waiting' };
    }
  }

  #begin({ id, tenant, gone }: DueJob, post: Taking['post'], signal: AbortSignal): void {
    const work = runJob(this.tools, { id, worker: this.#name, gone, post, signal }).then((taken) => {
      this.#running.delete(id);
      if (taken) this.#bell.abort();
    });
    this.#running.set(id, { tenant, since: performance.now(), work });
  }
}
