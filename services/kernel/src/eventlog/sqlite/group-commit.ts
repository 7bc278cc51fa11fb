import { isUuid } from '../../clock/ids.js';
import { CommitUnknown } from '../../sqlite/index.js';
import { seal } from '../chain.js';
import type { Append, AppendOutcome } from '../port.js';
import { LogUnavailable, OutcomeUnknown } from '../port.js';
import type { LiveTail } from './live-tail.js';
import type { LogWriter, SealedAppend } from './log-writer.js';

/** Bounds of one transaction, so that it blocks the process for milliseconds only. */
const MAX_EVENTS = 512;
const MAX_CHARACTERS = 4_000_000;

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

const STREAM = /^[^-\0]+-[^\0]+$/;

/** Takes what waits at the end of a turn of the event loop into one durable transaction. */
export class GroupCommit {
  readonly #writer: LogWriter;
  readonly #tail: LiveTail;
  #queue: Waiting[] = [];
  #scheduled = false;
  #refusal: string | undefined;

  constructor(writer: LogWriter, tail: LiveTail) {
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

  /** Writes what waits, then refuses. */
  close(): void {
    while (this.#queue.length > 0) this.#commit();
    this.#refusal ??= 'the log is closed';
  }

  #enqueue(prepared: readonly Prepared[]): Promise<GroupResult> {
    if (this.#refusal !== undefined) return Promise.resolve(new LogUnavailable(this.#refusal));
    return new Promise((settle) => {
      this.#queue.push({ prepared, settle });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#queue.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#commit();
      this.#schedule();
    });
  }

  #commit(): void {
    const batch = this.#take();
    if (batch.length === 0) return;
    let results: readonly GroupResult[];
    try {
      const { outcomes, records } = this.#writer.write(
        batch.map(({ prepared }) => prepared),
        this.#tail.position,
      );
      this.#tail.push(records);
      results = outcomes;
    } catch (error) {
      const failure = this.#fail(error);
      results = batch.map(() => failure);
    }
    results.forEach((result, index) => batch[index]?.settle(result));
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
  if (!STREAM.test(append.stream)) throw new Error(`${JSON.stringify(append.stream)} is no <category>-<id>`);
  if (append.events.length === 0) throw new Error('an append has at least one event');
  for (const { id, type } of append.events) {
    if (!isUuid(id)) throw new Error(`an event id is a UUID in lower case, not ${JSON.stringify(id)}`);
    if (type === '' || type.includes('\0')) throw new Error(`${JSON.stringify(type)} is no type of an event`);
  }
  const events = seal(append.expected, append.events);
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
