import { patient } from '../../clock/patience.js';
import type { Position, StreamName } from '../../base/position.js';
import type {
  Append,
  AppendOutcome,
  Batch,
  ReadAllOptions,
  ReadOptions,
  RecordedEvent,
  SubscribeOptions,
} from '../port.js';
import { OutcomeUnknown } from '../../errors/cairn-error.js';
import { LogUnavailable } from '../port.js';
import { Appender, sealedOf, type SealedAppend } from './appender.js';
import { Connection } from './connection.js';
import { closed, reasonOf } from './failures.js';
import { KnownTips } from './known-tips.js';
import type { EventStoreDbEventLog, EventStoreDbOptions } from './options.js';
import { Reader } from './reader.js';
import { isPosition } from './records.js';
import { Reads } from './retried-reads.js';
import { settingsOf } from './settings.js';
import { follow } from './subscription.js';

type AppendResult = AppendOutcome | LogUnavailable | OutcomeUnknown;

const DEADLINE_MS = 2_000;
/** So many appends of one `appendMany` are under way at once. */
const PIPELINED = 256;

/** Answers when the server was asked once; a log that cannot be reached says so in `refusal`. Throws when the address is none. */
export const open = async ({
  url,
  deadlineMs: given,
}: EventStoreDbOptions): Promise<EventStoreDbEventLog> => {
  const settings = settingsOf(url);
  const named = given ?? settings.deadlineMs;
  const deadlineMs = named ?? patient(DEADLINE_MS);
  const connection = new Connection(settings, deadlineMs);
  const log = new EventLogOnEventStoreDb(connection, deadlineMs, named ?? DEADLINE_MS);
  await log.look();
  return log;
};

class EventLogOnEventStoreDb implements EventStoreDbEventLog {
  readonly #connection: Connection;
  readonly #reader: Reader;
  readonly #appender: Appender;
  readonly #deadlineMs: number;
  readonly #closing = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #looking: NodeJS.Timeout;
  #look: Promise<unknown> | undefined;
  #refusal: string | undefined;

  constructor(connection: Connection, deadlineMs: number, lookEveryMs: number) {
    const tips = new KnownTips();
    this.#connection = connection;
    this.#deadlineMs = deadlineMs;
    this.#reader = new Reader(new Reads(connection, deadlineMs), tips);
    this.#appender = new Appender({ connection, reader: this.#reader, tips, deadlineMs });
    this.#looking = setInterval(() => void this.look(), lookEveryMs).unref();
  }

  async append(append: Append): Promise<AppendOutcome> {
    return this.#append(sealedOf(append));
  }

  async appendMany(appends: readonly Append[]): Promise<readonly AppendResult[]> {
    const waiting = appends.map(sealedOf).entries();
    const results: AppendResult[] = [];
    const failures: unknown[] = [];
    const work = async (): Promise<void> => {
      for (const [index, each] of waiting) {
        const result = await this.#append(each).catch((error: unknown) => error);
        if (isResult(result)) results[index] = result;
        else failures.push(result);
      }
    };
    await Promise.all(Array.from({ length: Math.min(PIPELINED, appends.length) }, work));
    if (failures.length > 0) throw failures[0];
    return results;
  }

  async read(stream: StreamName, options?: ReadOptions): Promise<readonly RecordedEvent[]> {
    this.#checkOpen();
    return this.#reader.stream(stream, options);
  }

  async readAll(options: ReadAllOptions): Promise<Batch> {
    this.#checkOpen();
    return this.#reader.log(options);
  }

  subscribe(options: SubscribeOptions): AsyncIterable<Batch> {
    return follow({
      connection: this.#connection,
      reader: this.#reader,
      deadlineMs: this.#deadlineMs,
      options,
      closing: this.#closing.signal,
    });
  }

  async head(): Promise<Position> {
    this.#checkOpen();
    return this.#noting(this.#reader.head());
  }

  isPosition(text: string): boolean {
    return isPosition(text);
  }

  refusal(): string | undefined {
    return this.#refusal;
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    this.#refusal = 'the log is closed';
    this.#closing.abort();
    await Promise.allSettled(this.#underWay);
    this.#appender.close();
    this.#connection.close();
  }

  /** Asks the leader for the end of the log, unless it is being asked, and remembers why it did not answer. */
  async look(): Promise<void> {
    this.#look ??= this.head().finally(() => (this.#look = undefined));
    await this.#look.catch(() => undefined);
  }

  async #append(sealed: SealedAppend): Promise<AppendOutcome> {
    this.#checkOpen();
    const appending = this.#noting(this.#appender.append(sealed));
    this.#underWay.add(appending);
    return appending.finally(() => this.#underWay.delete(appending));
  }

  /** Whether the log takes appends shows in each call that needs the leader. */
  async #noting<Result>(work: Promise<Result>): Promise<Result> {
    try {
      const result = await work;
      if (!this.#closing.signal.aborted) this.#refusal = undefined;
      return result;
    } catch (error) {
      if (!this.#closing.signal.aborted && isUnavailable(error)) this.#refusal = reasonOf(error);
      throw error;
    }
  }

  #checkOpen(): void {
    if (this.#closing.signal.aborted) throw closed();
  }
}

const isUnavailable = (error: unknown): error is LogUnavailable | OutcomeUnknown =>
  error instanceof LogUnavailable || error instanceof OutcomeUnknown;

/** Anything else is a bug of the caller, or damage. */
const isResult = (result: unknown): result is AppendResult =>
  isUnavailable(result) || !(result instanceof Error);
