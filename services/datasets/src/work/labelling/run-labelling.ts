import { askingNow } from '@cairn/assets';
import { type JsonObject, type PostProcessorRun, postProcessorJobCommands } from '@cairn/contracts';
import {
  derivedId,
  type FindOptions,
  growingPause,
  isRefusal,
  type JobLease,
  JobRefused,
  LetGoUntil,
  principalNow,
  type Refusal,
  type ServiceTools,
  timestamp,
  unlessRefused,
  untilReached,
} from '@cairn/kernel';
import { givenPostProcessor } from '../../application/labelling-job/given.js';
import { givenParents } from '../../application/parents.js';
import { contentRead, type Reads } from '../../domain/item/processing.js';
import { ITEMS_PHASE, type LabellingJob } from '../../domain/labelling-job/state.js';
import { jobIdOf } from '../../domain/post-processor-job/decide.js';
import { notAskable } from '../../domain/post-processor/askable.js';
import type { PostProcessorValues } from '../../domain/post-processor/rules.js';
import { countOf } from '../../read-models/counters/queries.js';
import type { ItemDocument } from '../../read-models/documents.js';
import { ITEMS } from '../../read-models/items/project.js';
import {
  POST_PROCESSOR_JOBS,
  type PostProcessorJobDocument,
} from '../../read-models/post-processor-jobs/documents.js';
import { readsNow } from '../post-processing/ready.js';
import { waitingJobsOf } from './waiting-jobs.js';

export interface LabellingBounds {
  /** So many jobs of post-processors wait at most for a dataset. */
  readonly waiting: number;
  /** So many items are looked at at once; no more than `waiting`. */
  readonly page: number;
  /** So long it waits for jobs to end at first, ms. */
  readonly pauseMs: number;
}

const BOUNDS: LabellingBounds = { waiting: 2_000, page: 100, pauseMs: 1_000 };

type After = NonNullable<FindOptions['after']>;

/** Where another worker goes on. */
interface Cursor extends PostProcessorRun {
  readonly after: After;
}

const NONE: PostProcessorRun = { looked_at: 0, asked: 0, there_already: 0, nothing_to_read: 0 };

const cursorOf = ({ cursor }: Pick<LabellingJob, 'cursor'>): Cursor | undefined =>
  // It is what this work told.
  (cursor as (JsonObject & Cursor) | null) ?? undefined;

/** What of a job had been done when a worker told it last. */
export const landedOf = (job: LabellingJob): JsonObject & PostProcessorRun => {
  const { looked_at, asked, there_already, nothing_to_read } = cursorOf(job) ?? NONE;
  return { looked_at, asked, there_already, nothing_to_read };
};

/**
 * Asks for a job for each item of a version that a post-processor has not worked on. Ids derive from items: after a crash
 * none is asked for twice.
 */
export const runLabelling = (
  job: LabellingJob,
  lease: JobLease,
  tools: ServiceTools,
  bounds: LabellingBounds = BOUNDS,
): Promise<JsonObject> => new LabellingRun(job, lease, tools, bounds).run();

/** What is to be done about an item: ask for a job with this id and content, or nothing, as it is counted. */
type Look =
  | { readonly item: ItemDocument; readonly job_id: string; readonly content: string }
  | Exclude<keyof PostProcessorRun, 'looked_at'>;
type Wanted = Exclude<Look, string>;

class LabellingRun {
  #counts: PostProcessorRun;
  #after: After | undefined;

  constructor(
    private readonly job: LabellingJob,
    private readonly lease: JobLease,
    private readonly tools: ServiceTools,
    private readonly bounds: LabellingBounds,
  ) {
    this.#counts = landedOf(job);
    this.#after = cursorOf(job)?.after;
  }

  async run(): Promise<JsonObject> {
    const { lease, tools } = this;
    lease.tellsLanded(() => ({ ...this.#counts }));
    // Documents have all that a worker before asked for.
    await this.#seen(await tools.log.head());
    const { version_id, split_id: splitId } = this.job;
    const total = await countOf(tools.documents, version_id, { splitId });
    this.#tell(total);
    for (let isLast = false; !isLast;) {
      lease.check();
      const settings = unlessRefused(await this.#settings());
      const items = await this.#page();
      await this.#work(items, settings);
      this.#tell(total);
      isLast = items.length < this.bounds.page;
    }
    return { ...this.#counts };
  }

  /** The post-processor, while it works and who asked for the run may write the dataset. */
  async #settings(): Promise<PostProcessorValues | Refusal> {
    const { job, tools } = this;
    const { dataset_id, post_processor_id: id } = job;
    const principal = await principalNow(tools, job);
    const asking = askingNow({ principal, at: timestamp(tools.clock.now()), tools });
    const parents = await givenParents(asking, job, 'write')();
    if (isRefusal(parents)) return parents;
    const settings = await givenPostProcessor(asking, { dataset_id, id });
    return isRefusal(settings) ? settings : (notAskable(settings) ?? settings);
  }

  async #page(): Promise<readonly ItemDocument[]> {
    const { version_id, split_id } = this.job;
    const filter = {
      fields: { version_id, deleted: false },
      ...(split_id === undefined ? {} : { any: { splits: [split_id] } }),
    };
    const after = this.#after === undefined ? {} : { after: this.#after };
    const wanted = { filter, sort: 'created_at', limit: this.bounds.page, ...after };
    return (await this.tools.documents.find(ITEMS, wanted)) as readonly ItemDocument[];
  }

  async #work(items: readonly ItemDocument[], settings: PostProcessorValues): Promise<void> {
    const looks = await this.#looks(items, await readsNow(this.tools, settings));
    const wanted = looks.filter((look): look is Wanted => typeof look !== 'string');
    await this.#room(wanted.length);
    const asked = await this.#ask(wanted, settings);
    const done = [...looks.filter((look) => typeof look === 'string'), ...asked];
    const counted = (as: (typeof done)[number]): number =>
      this.#counts[as] + done.filter((each) => each === as).length;
    this.#counts = {
      looked_at: this.#counts.looked_at + items.length,
      asked: counted('asked'),
      there_already: counted('there_already'),
      nothing_to_read: counted('nothing_to_read'),
    };
    const last = items.at(-1);
    if (last !== undefined) this.#after = { value: last.created_at, id: last.id };
  }

  async #looks(items: readonly ItemDocument[], reads: Reads): Promise<readonly Look[]> {
    const { post_processor_id } = this.job;
    const read = items.map((item) => {
      const content = contentRead(item, reads);
      return { item, content, job_id: jobIdOf(item.id, post_processor_id, content) };
    });
    const ids = read.map(({ job_id }) => job_id);
    const jobs = await this.tools.documents.getMany(POST_PROCESSOR_JOBS, ids);
    const byId = new Map(jobs.map((job) => [job.id, job as PostProcessorJobDocument]));
    return read.map((look) => {
      const there = byId.get(look.job_id);
      if (look.content === '') return 'nothing_to_read';
      if (there !== undefined) return there.run_id === this.job.id ? 'asked' : 'there_already';
      return look.item.processed[post_processor_id] === look.content ? 'there_already' : look;
    });
  }

  /** Lets go while too many jobs of the dataset wait. */
  async #room(wanted: number): Promise<void> {
    const { job, tools, bounds } = this;
    if (wanted === 0 || (await waitingJobsOf(tools.documents, job.dataset_id)) + wanted <= bounds.waiting)
      return;
    const pauseMs = growingPause(bounds.pauseMs, job.waits);
    throw new LetGoUntil(timestamp(tools.clock.now() + pauseMs));
  }

  async #ask(
    wanted: readonly Wanted[],
    settings: PostProcessorValues,
  ): Promise<readonly ('asked' | 'there_already')[]> {
    const replies = await Promise.all(wanted.map((each) => this.#request(each, settings)));
    for (const { position } of replies) await this.#seen(position);
    // Of an item that was changed or deleted meanwhile nothing is asked.
    return replies.map(({ revision }) => (revision === undefined ? 'there_already' : 'asked'));
  }

  async #request({ item, job_id, content }: Wanted, { user_id }: PostProcessorValues) {
    const { id: run_id, dataset_id, version_id, post_processor_id } = this.job;
    const asked = { dataset_id, version_id, item_id: item.id, post_processor_id, user_id, content, run_id };
    const call = { id: derivedId(run_id, job_id) };
    const reply = await this.tools.execute(postProcessorJobCommands.request, { job_id, ...asked }, call);
    if (reply.status === 'refused') throw new JobRefused(reply.code, reply.detail, reply.errors);
    return reply;
  }

  #seen(position: string): Promise<void> {
    return untilReached(position, this.tools, () => this.lease.check());
  }

  #tell(total: number): void {
    const { looked_at } = this.#counts;
    const after = this.#after;
    this.lease.progress({
      ...{ phase: ITEMS_PHASE, done: looked_at, total: Math.max(total, looked_at) },
      ...(after === undefined ? {} : { cursor: { ...this.#counts, after: { ...after } } }),
    });
  }
}
