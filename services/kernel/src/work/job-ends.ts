import { ended, pause } from '../clock/pause.js';
import { type Position, START, type StreamName } from '../base/position.js';
import { type EventLog, LogUnavailable } from '../eventlog/port.js';
import { lastOf } from '../eventlog/parts.js';
import type { Logger } from '../logging/port.js';
import { supervised } from '../clock/supervised.js';
import type { JobReadsOfKind } from './reads-of-jobs.js';

const MAX_BATCH = 100;
/** So long after the log was away it is asked again how a stream ends. */
const AGAIN_MS = 250;

/** What those who wait follow. */
export interface JobEndsOptions {
  readonly log: Pick<EventLog, 'head' | 'read' | 'subscribe'>;
  readonly kinds: readonly Pick<JobReadsOfKind, 'category' | 'ends'>[];
  readonly logger: Logger;
}

/** Somebody who waits for the end of a job. */
interface Waiting {
  readonly stream: StreamName;
  /** What ended at or before this place is not waited for. */
  readonly after: Position;
  /** Aborts when there is nothing more to wait for. */
  readonly over: AbortController;
  position: Position | undefined;
}

/**
 * Tells when jobs end, by the log. However many wait, it is followed by one subscription, from the first who waits on and
 * until `stop`; one that fails is opened again where it was.
 */
export class JobEnds {
  readonly #types: ReadonlySet<string>;
  readonly #waiting = new Map<StreamName, Set<Waiting>>();
  readonly #stop = new AbortController();
  /** Up to here ends were told. */
  #told: Position = START;
  #following: Promise<void> | undefined;

  constructor(private readonly options: JobEndsOptions) {
    this.#types = new Set(options.kinds.flatMap(({ ends }) => ends));
  }

  /**
   * The position of the event that ended a job; `undefined` when it did not end within the time, ms. A job that was retried
   * ends again: `after` is where the retry stands. A log that is away for a moment ends nothing. Throws `RecordDamaged`.
   */
  async ended(
    { category }: Pick<JobReadsOfKind, 'category'>,
    id: string,
    withinMs: number,
    after: Position = START,
  ): Promise<Position | undefined> {
    const waiting: Waiting = {
      stream: `${category}-${id}`,
      after,
      over: new AbortController(),
      position: undefined,
    };
    const timer = setTimeout(() => waiting.over.abort(), withinMs);
    this.#add(waiting);
    try {
      await this.#look(waiting);
      await ended(waiting.over.signal);
      return waiting.position;
    } finally {
      clearTimeout(timer);
      this.#forget(waiting);
    }
  }

  /** Nobody waits any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const { over } of [...this.#waiting.values()].flatMap((some) => [...some])) over.abort();
    await this.#following;
  }

  #add(waiting: Waiting): void {
    if (this.#stop.signal.aborted) waiting.over.abort();
    const some = this.#waiting.get(waiting.stream);
    if (some === undefined) this.#waiting.set(waiting.stream, new Set([waiting]));
    else some.add(waiting);
  }

  #forget(waiting: Waiting): void {
    const some = this.#waiting.get(waiting.stream);
    some?.delete(waiting);
    if (some?.size === 0) this.#waiting.delete(waiting.stream);
  }

  /** A job that ended before the log is followed for it says so in its stream. */
  async #look(waiting: Waiting): Promise<void> {
    const { stream, over } = waiting;
    while (!over.signal.aborted) {
      try {
        await this.#follow();
        const last = await lastOf(this.options.log, stream);
        if (last !== undefined && this.#types.has(last.type)) end(waiting, last.position);
        return;
      } catch (error) {
        if (!(error instanceof LogUnavailable)) throw error;
      }
      await pause(AGAIN_MS, over.signal);
    }
  }

  async #follow(): Promise<void> {
    if (this.#following !== undefined) return;
    const head = await this.options.log.head();
    if (this.#stop.signal.aborted) return;
    this.#following ??= this.#followAfter(head);
  }

  #followAfter(head: Position): Promise<void> {
    this.#told = head;
    const { logger } = this.options;
    return supervised('jobs.ends', this.#stop.signal, logger, () => this.#tell());
  }

  async #tell(): Promise<void> {
    const { log, kinds } = this.options;
    const categories = kinds.map(({ category }) => category);
    const { signal } = this.#stop;
    const beginning = { after: this.#told, maxBatch: MAX_BATCH, signal };
    const following = { ...beginning, categories, pastDamage: true, withoutLarge: true };
    for await (const { events, position } of log.subscribe(following)) {
      for (const { stream, type, position: at } of events)
        if (this.#types.has(type)) for (const waiting of this.#waiting.get(stream) ?? []) end(waiting, at);
      this.#told = position;
    }
  }
}

const end = (waiting: Waiting, position: Position): void => {
  if (position <= waiting.after) return;
  waiting.position = position;
  waiting.over.abort();
};
