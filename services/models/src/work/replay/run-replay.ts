import { createHash } from 'node:crypto';
import type { JsonObject } from '@cairn/contracts';
import {
  accountOfPrincipal,
  type Filter,
  type FindOptions,
  type JobLease,
  JobRefused,
  principalNow,
  type QueryContext,
  type ServiceTools,
  timestamp,
  unlessRefused,
} from '@cairn/kernel';
import { replayedBy } from '../../application/job/request-replay.js';
import { askingNow } from '../../application/parents.js';
import type { RunnerOf } from '../../application/runner-of.js';
import { INPUTS, type KnownReplay } from '../../domain/job/state.js';
import { type KeptTally, Tally } from '../../domain/replay/tally.js';
import type { InferenceDocument } from '../../read-models/documents.js';
import { INFERENCES } from '../../read-models/inferences/project.js';
import { inferencesShown } from '../../read-models/inferences/queries.js';
import type { ModelRunner, RunnableModel } from '../../running/port.js';
import { compared, type Comparing } from './comparison.js';

/** So many inferences are read at once: each may hold a megabyte of text. */
const SLICE = 16;
/** So many runs are under way at once: who asks the model now shares a worker with no more. */
const AT_ONCE = 2;

/** Where a worker goes on: everything before it is counted. */
interface Cursor {
  readonly tally: KeptTally;
  /** The last inference that was counted. */
  readonly after: NonNullable<FindOptions['after']>;
  /** What was run: one replay compares one version, file and config. */
  readonly ran: string;
}

/** What the events of a replay that was cancelled tell of it. */
export const landedOf = ({ cursor }: KnownReplay): JsonObject =>
  cursor === null ? {} : new Tally(cursorIn(cursor).tally).counts();

const cursorIn = (cursor: JsonObject): Cursor => cursor as JsonObject & Cursor;

/** Runs a version on what another one was asked, the newest first, and counts how often they agree. */
export const runReplay =
  (runnerOf: RunnerOf) =>
  (job: KnownReplay, lease: JobLease, tools: ServiceTools): Promise<JsonObject> =>
    new Replaying(job, lease, tools, runnerOf(tools)).run();

class Replaying {
  readonly #tally: Tally;
  #after: Cursor['after'] | undefined;
  #ran: string | undefined;

  constructor(
    private readonly job: KnownReplay,
    private readonly lease: JobLease,
    private readonly tools: ServiceTools,
    private readonly runner: ModelRunner,
  ) {
    const from = job.cursor === null ? undefined : cursorIn(job.cursor);
    this.#tally = new Tally(from?.tally);
    this.#after = from?.after;
    this.#ran = from?.ran;
    lease.tellsLanded(() => this.#tally.counts());
  }

  async run(): Promise<JsonObject> {
    for (;;) {
      this.lease.check();
      const { chosen, filter, asker } = await step(this.job, this.tools);
      const ran = this.#unlessChanged(chosen.file);
      const found = await this.#next(filter);
      const last = found.at(-1);
      if (last === undefined) return this.#tally.counts();
      await this.#compare({ chosen, asker }, found);
      const after = { value: last.created_at, id: last.id };
      this.#after = after;
      const cursor = { tally: this.#tally.kept(), after, ran };
      this.lease.progress({ phase: INPUTS, done: this.#tally.lookedAt, cursor });
    }
  }

  /** Files may be set as long as the version has served nobody; its config, and that of its model, at any time. */
  #unlessChanged(file: RunnableModel): string {
    const ran = createHash('sha256').update(JSON.stringify(file)).digest('base64url');
    this.#ran ??= ran;
    if (ran !== this.#ran)
      throw new JobRefused('conflict', 'The version, or the config of its model, was changed meanwhile.');
    return ran;
  }

  async #next(filter: Filter): Promise<readonly InferenceDocument[]> {
    const limit = Math.min(SLICE, this.job.limit - this.#tally.lookedAt);
    if (limit === 0) return [];
    const after = this.#after;
    const place = after === undefined ? {} : { after };
    const found = await this.tools.documents.find(INFERENCES, {
      ...{ filter, sort: '-created_at', limit },
      ...place,
    });
    return found.map((one) => one as InferenceDocument);
  }

  async #compare(
    asked: Pick<Comparing, 'chosen' | 'asker'>,
    found: readonly InferenceDocument[],
  ): Promise<void> {
    const { job, runner, tools, lease } = this;
    const comparing = { ...asked, job, runner, tools, lease };
    for (let at = 0; at < found.length; at += AT_ONCE) {
      const some = found.slice(at, at + AT_ONCE);
      const outcomes = await Promise.all(some.map((one) => compared(comparing, one)));
      for (const outcome of outcomes) this.#tally.add(outcome);
      lease.check();
    }
  }
}

/** What is run, and on whose inputs, as rights are now (S40): what the list of inferences tells who asked. */
const step = async (
  job: KnownReplay,
  tools: ServiceTools,
): Promise<Pick<Comparing, 'chosen' | 'asker'> & { readonly filter: Filter }> => {
  const principal = await principalNow(tools, job);
  const { documents, rights } = tools;
  const at = timestamp(tools.clock.now());
  const chosen = unlessRefused(await replayedBy(askingNow({ principal, at, tools }), job));
  const reading: QueryContext = { principal, rights, documents, today: documents, at };
  const { model_id, of_version_id: model_version_id, from, to = job.requested_at } = job;
  const filter = await inferencesShown(reading, { model_id, model_version_id, from, to });
  return { chosen, filter, asker: { account: accountOfPrincipal(principal) } };
};
