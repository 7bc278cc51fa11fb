import { ended, pause } from '../../clock/pause.js';
import { keptPosition } from '../kept-position.js';
import { type Position, START } from '../../base/position.js';
import type { Batch, SubscribeOptions } from '../port.js';
import { LogUnavailable } from '../port.js';
import type { Connection, Link } from './connection.js';
import { Deadline } from './deadline.js';
import { failureOf, reasonOf } from './failures.js';
import { Incoming } from './incoming.js';
import { checkKnown, type Reader } from './reader.js';
import { logFollowed } from './requests.js';

const RETRY_MS = 100;
/** So many batches may wait in memory. */
const BATCHES_AHEAD = 2;
/** A server that has sent nothing for so long may never send anything: it is asked whether it knows the position. */
const SILENT_MS = 500;
/** So often at most it is read whether anything waits at the end of the log: that is two reads for each subscription. */
const LOOK_MS = 1_000;
/** So often at most a long scan that finds nothing tells how far it is. */
const PROGRESS_MS = 1_000;

export interface Following {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly deadlineMs: number;
  readonly options: SubscribeOptions;
  /** Aborts when the log closes. */
  readonly closing: AbortSignal;
}

/** Subscribes again, after what was given last, whenever the subscription breaks. */
export async function* follow(following: Following): AsyncGenerator<Batch, void, void> {
  const signal = AbortSignal.any([following.options.signal, following.closing]);
  const over = ended(signal);
  const follower = new Follower(following, signal);
  while (!signal.aborted) {
    const link = await Promise.race([follower.link(), over]);
    if (link !== undefined) yield* follower.batches(link);
    await pause(RETRY_MS, signal);
  }
}

class Follower {
  readonly #following: Following;
  readonly #signal: AbortSignal;
  /** What the consumer got last. */
  #position: Position;
  #isCaughtUp = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #progressAt = Number.NEGATIVE_INFINITY;

  constructor(following: Following, signal: AbortSignal) {
    this.#following = following;
    this.#signal = signal;
    this.#position = keptPosition(following.options.after);
  }

  get #isOver(): boolean {
    return this.#signal.aborted;
  }

  /** `undefined` when the log cannot be reached now. Throws `RecordDamaged` when it ends before where we stand. */
  link(): Promise<Link | undefined> {
    const { connection, reader, deadlineMs } = this.#following;
    return unlessAway(async () => {
      checkKnown(this.#position, await reader.head());
      return connection.link(new Deadline(deadlineMs));
    });
  }

  /** Until the subscription breaks. */
  async *batches(link: Link): AsyncGenerator<Batch, void, void> {
    if (link.gone.aborted) return;
    const incoming = this.#subscribed(link);
    const stop = (): void => incoming.cancel();
    this.#signal.addEventListener('abort', stop, { once: true });
    try {
      if (await this.#beganWhereAsked(incoming)) {
        yield* this.#taken(incoming);
        judge(this.#following.connection, link, incoming.ended);
      } else if (!this.#isOver) yield* this.#page();
    } finally {
      this.#signal.removeEventListener('abort', stop);
      incoming.cancel();
    }
  }

  #subscribed(link: Link): Incoming {
    const { connection, options } = this.#following;
    const after = this.#position;
    const request = logFollowed(after, options.categories);
    const capacity = BATCHES_AHEAD * options.maxBatch;
    const { metadata } = connection;
    return new Incoming({ link, metadata, request, after, capacity, pastDamage: options.pastDamage });
  }

  /**
   * Releases before 24 read one record at or after the position, and begin behind that one. When the record at the position
   * was scavenged they leave out the next. A scavenge brings nothing back: a record that is there once the server has
   * answered was there when it began. False when it is not, or that cannot be told now.
   */
  async #beganWhereAsked(incoming: Incoming): Promise<boolean> {
    if (this.#position === START) return true;
    for (;;) {
      const hasAnswered = await Promise.race([answered(incoming), pause(SILENT_MS, this.#signal)]);
      const isThere = await unlessAway(() => this.#following.reader.hasRecordAt(this.#position));
      if (isThere !== true || this.#isOver) return false;
      if (hasAnswered === true) return true;
    }
  }

  async *#taken(incoming: Incoming): AsyncGenerator<Batch, void, void> {
    let more = incoming.isThereMore();
    for (;;) {
      const looking = new AbortController();
      const atHead = incoming.isLive && !this.#isCaughtUp ? [this.#atHead(looking.signal)] : [];
      const next = await Promise.race([more, ...atHead]);
      looking.abort();
      if (next === false || this.#isOver) return;
      if (next === true) {
        yield* this.#news(incoming.take(this.#following.options.maxBatch));
        yield* this.#progress(incoming);
        more = incoming.isThereMore();
      } else if (next !== undefined) yield* this.#news(next);
    }
  }

  /**
   * The head of the log once nothing waits behind where we stand; `undefined` when the signal aborts before. What the
   * server says is not enough: a release of 24 that falls behind does not tell.
   */
  async #atHead(signal: AbortSignal): Promise<Batch | undefined> {
    for (;;) {
      await pause(Math.max(0, this.#lookedAt + LOOK_MS - performance.now()), signal);
      if (signal.aborted) return undefined;
      this.#lookedAt = performance.now();
      const page = await unlessAway(() => this.#read(1));
      if (page?.caughtUp === true && isEmpty(page)) return page;
    }
  }

  /** What is behind where we stand, read instead of followed. */
  async *#page(): AsyncGenerator<Batch, void, void> {
    const page = await unlessAway(() => this.#read(this.#following.options.maxBatch));
    if (page !== undefined && !this.#isOver) yield* this.#news({ ...page, caughtUp: false });
  }

  #read(limit: number): Promise<Batch> {
    const { options, reader } = this.#following;
    const { categories, pastDamage } = options;
    const wanted = { after: this.#position, categories, limit };
    return reader.log(pastDamage === undefined ? wanted : { ...wanted, pastDamage });
  }

  /** How far a long scan is that finds nothing, as the position of a record: a subscription can begin there. */
  async *#progress(incoming: Incoming): AsyncGenerator<Batch, void, void> {
    const { scannedTo } = incoming;
    if (scannedTo === undefined || performance.now() < this.#progressAt + PROGRESS_MS) return;
    this.#progressAt = performance.now();
    const position = await unlessAway(() => this.#following.reader.positionBefore(scannedTo));
    if (position !== undefined && position > this.#position)
      yield* this.#news({ events: [], position, caughtUp: false });
  }

  *#news(batch: Batch): Generator<Batch, void, void> {
    const isNews = !isEmpty(batch) || batch.position > this.#position || batch.caughtUp;
    if (!isNews) return;
    this.#position = batch.position > this.#position ? batch.position : this.#position;
    this.#isCaughtUp = batch.caughtUp;
    yield { ...batch, position: this.#position };
  }
}

const answered = async (incoming: Incoming): Promise<true> => {
  await incoming.isThereMore();
  return true;
};

const isEmpty = ({ events, damaged }: Batch): boolean => events.length === 0 && damaged === undefined;

const unlessAway = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LogUnavailable) return undefined;
    throw error;
  }
};

/** Throws when subscribing again cannot help. */
const judge = (connection: Connection, link: Link, error: Error | undefined): void => {
  const failure = failureOf(error);
  if (failure.kind === 'refused')
    throw new Error(connection.complaints.refused(reasonOf(error)), { cause: error });
  if (failure.kind === 'lost') connection.doubt(link, failure.leader);
};
