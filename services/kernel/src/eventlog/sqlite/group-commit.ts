import { nextTurn } from '../../clock/pause.js';
import { CommitUnknown, type Database } from '../../sqlite/index.js';
import { sealAppend } from '../chain.js';
import type { Append, AppendOutcome } from '../port.js';
import { OutcomeUnknown } from '../../errors/cairn-error.js';
import { LogUnavailable } from '../port.js';
import type { LiveTail } from './live-tail.js';
import type { LogWriter, SealedAppend } from './log-writer.js';

/** Bounds of one transaction, so that it blocks the process for milliseconds only. */
const MAX_EVENTS = 512;
const MAX_CHARACTERS = 4_000_000;
/** With so many events a transaction takes longer than a disk that is quick: to hand it over costs more than it gives. */
const MANY_EVENTS = 32;
const QUICK_MS = 0.5;

export type AppendResult = AppendOutcome | LogUnavailable | OutcomeUnknown;

interface Prepared extends SealedAppend {
  readonly characters: number;
}

/** What became of appends that go together: an outcome each up to the first conflict, or why nothing is known of them. */
type GroupResult = readonly AppendOutcome[] | LogUnavailable | OutcomeUnknown;

interface Waiting {
  /** They are written in this order and in one transaction. */
  readonly prepared: readonly Prepared[];
  readonly settle: (result: GroupResult) => void;
}

/**
 * Takes what waits at the end of a turn of the event loop into one transaction, and waits for the disk beside the event
 * loop, but for a quick one that has much to take. Until it is on disk nobody hears of it, and the next transaction does
 * not begin (ADR-0020).
 */
export class GroupCommit {
  readonly #database: Pick<Database, 'syncWal'>;
  readonly #writer: LogWriter;
  readonly #tail: LiveTail;
  #queue: Waiting[] = [];
  /** Settles, and never fails, when the transaction that is being made is on disk. */
  #round: Promise<void> | undefined;
  #refusal: string | undefined;
  /** How long the disk took for the last one, milliseconds. */
  #syncMs = Number.POSITIVE_INFINITY;

  constructor(database: Pick<Database, 'syncWal'>, writer: LogWriter, tail: LiveTail) {
    this.#database = database;
    this.#writer = writer;
    this.#tail = tail;
  }

  /** Why nothing can be appended; `undefined` while it can. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /** Throws when the append is malformed: that is a bug of the caller. */
  submit(append: Append): Promise<AppendResult> {
    return this.#enqueue([sealed(append)]).then(onlyOne);
  }

  /** A result for each, in order. Throws, before anything is written, when one is malformed: that is a bug of the caller. */
  submitAll(appends: readonly Append[]): readonly Promise<AppendResult>[] {
    return appends.map(sealed).map((append) => this.#enqueue([append]).then(onlyOne));
  }

  /** In one transaction, each only if all before it. Throws when one is malformed: that is a bug of the caller. */
  submitInOrder(appends: readonly Append[]): Promise<GroupResult> {
    return this.#enqueue(appends.map(sealed));
  }

  /** Refuses from now on, and resolves when what waits is written. */
  async close(): Promise<void> {
    this.#refusal ??= 'the log is closed';
    while (this.#round !== undefined) await this.#round;
  }

  #enqueue(prepared: readonly Prepared[]): Promise<GroupResult> {
    if (this.#refusal !== undefined) return Promise.resolve(new LogUnavailable(this.#refusal));
    return new Promise((settle) => {
      this.#queue.push({ prepared, settle });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#round !== undefined || this.#queue.length === 0) return;
    this.#round = nextTurn()
      .then(() => this.#commit(this.#take()))
      .then(() => {
        this.#round = undefined;
        this.#schedule();
      });
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const results = await this.#written(batch);
    results.forEach((result, index) => batch[index]?.settle(result));
  }

  async #written(batch: readonly Waiting[]): Promise<readonly GroupResult[]> {
    try {
      const groups = batch.map(({ prepared }) => prepared);
      const { outcomes, records } = this.#writer.write(groups, this.#tail.position);
      if (records.length > 0) await this.#sync(records.length);
      this.#tail.push(records);
      return outcomes;
    } catch (error) {
      const failure = this.#fail(error);
      return batch.map(() => failure);
    }
  }

  async #sync(events: number): Promise<void> {
    const began = performance.now();
    await this.#database.syncWal(events >= MANY_EVENTS && this.#syncMs < QUICK_MS ? 'here' : 'beside');
    this.#syncMs = performance.now() - began;
  }

  #take(): readonly Waiting[] {
    let events = 0;
    let characters = 0;
    let count = 0;
    for (const waiting of this.#queue) {
      for (const append of waiting.prepared) {
        events += append.sealed.length;
        characters += append.characters;
      }
      if (count > 0 && (events > MAX_EVENTS || characters > MAX_CHARACTERS)) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  /** After a full disk or an I/O error what is in memory and on disk may differ: only opening again helps (R3). */
  #fail(error: unknown): LogUnavailable | OutcomeUnknown {
    if (isBusy(error)) return new LogUnavailable('another process holds the log', { cause: error });
    const unknown = error instanceof CommitUnknown;
    const cause = unknown ? error.cause : error;
    this.#refusal = `the log takes no appends until it is opened again: ${reason(cause)}`;
    for (const waiting of this.#queue.splice(0)) waiting.settle(new LogUnavailable(this.#refusal, { cause }));
    return unknown
      ? new OutcomeUnknown(this.#refusal, { cause })
      : new LogUnavailable(this.#refusal, { cause });
  }
}

const onlyOne = (result: GroupResult): AppendResult => (result instanceof Error ? result : result[0]!);

const sealed = (append: Append): Prepared => {
  const events = sealAppend(append);
  let characters = 0;
  for (const { data, metadata } of events) characters += data.length + metadata.length;
  return { append, sealed: events, characters };
};

/** Nothing has begun yet when the write lock is not had. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_BUSY');

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
