import { pause } from '../../clock/pause.js';
import { GENESIS, sealAppend, type SealedEvent, tipOf } from '../chain.js';
import type { Append, AppendOutcome } from '../port.js';
import { OutcomeUnknown } from '../../errors/cairn-error.js';
import { LogUnavailable, NO_STREAM, RecordDamaged } from '../port.js';
import { type Answer, BatchStream } from './batch-stream.js';
import type { Connection } from './connection.js';
import { Deadline } from './deadline.js';
import { failureOf } from './failures.js';
import type { KnownTips } from './known-tips.js';
import type { Reader } from './reader.js';
import { damaged, type StoredMessage, toMessage } from './records.js';

const RETRY_MS = 25;
/**
 * Data and metadata. EventStoreDB takes no larger message than 16 MiB, whatever it is told: one that is larger ends the
 * call that it comes by, with everybody's appends. What is left is for ids and types.
 */
const LARGEST_APPEND = 16_000_000;

/** An append with its texts and hashes made. */
export interface SealedAppend {
  readonly append: Append;
  readonly events: readonly SealedEvent[];
  readonly messages: readonly StoredMessage[];
}

export interface AppenderParts {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly tips: KnownTips;
  readonly deadlineMs: number;
}

/** Appends; what is unknown is sent again, identically, until the deadline (law 3). */
export class Appender {
  readonly #parts: AppenderParts;
  #stream: BatchStream | undefined;

  constructor(parts: AppenderParts) {
    this.#parts = parts;
  }

  /** Throws what the port says; `RecordDamaged` when somebody cut the stream; an `Error` when the append is too large. */
  async append(sealed: SealedAppend): Promise<AppendOutcome> {
    const { stream, expected } = sealed.append;
    const { tips, reader, connection } = this.#parts;
    if (bytesOf(sealed) > LARGEST_APPEND)
      throw new Error(connection.complaints.beyondAnySetting(bytesOf(sealed), LARGEST_APPEND));
    if (expected !== NO_STREAM && !tips.has(stream, expected) && !(await reader.holds(stream, expected)))
      return { status: 'conflict', tip: await reader.tip(stream) };
    const answer = await this.#untilKnown(sealed);
    return this.#outcome(sealed, answer);
  }

  close(): void {
    this.#stream?.close();
  }

  async #untilKnown(sealed: SealedAppend): Promise<Exclude<Answer, { readonly kind: 'unknown' }>> {
    const { deadlineMs } = this.#parts;
    const deadline = new Deadline(deadlineMs);
    let cause: Error | undefined;
    for (;;) {
      const answer = await this.#attempt(sealed, deadline, cause);
      if (answer.kind !== 'unknown') return answer;
      cause = answer.cause;
      if (deadline.left <= RETRY_MS) throw this.#unknown(cause);
      await pause(RETRY_MS);
    }
  }

  /** `before` is what an attempt before this one ended with: then the append may have been written. */
  async #attempt({ append, messages }: SealedAppend, deadline: Deadline, before?: Error): Promise<Answer> {
    let stream: BatchStream;
    try {
      stream = await this.#open(deadline);
    } catch (error) {
      if (before === undefined || !(error instanceof LogUnavailable)) throw error;
      throw this.#unknown(error);
    }
    return stream.send(append, messages, Math.max(RETRY_MS, deadline.left));
  }

  async #open(deadline: Deadline): Promise<BatchStream> {
    const { connection } = this.#parts;
    for (;;) {
      const link = await connection.link(deadline);
      if (link.gone.aborted) continue;
      if (this.#stream?.link === link && !this.#stream.broken) return this.#stream;
      const ended = (error: Error): void => {
        const failure = failureOf(error);
        connection.doubt(link, failure.kind === 'lost' ? failure.leader : undefined);
      };
      this.#stream = new BatchStream(link, connection.metadata, ended);
      return this.#stream;
    }
  }

  #unknown(cause: Error): OutcomeUnknown {
    const { connection, deadlineMs } = this.#parts;
    return new OutcomeUnknown(connection.complaints.silent(deadlineMs, cause), { cause });
  }

  async #outcome(
    sealed: SealedAppend,
    answer: Exclude<Answer, { readonly kind: 'unknown' }>,
  ): Promise<AppendOutcome> {
    const { complaints } = this.#parts.connection;
    const { stream } = sealed.append;
    switch (answer.kind) {
      case 'written':
        return this.#written(sealed, answer);
      case 'wrong version':
        return { status: 'conflict', tip: await this.#parts.reader.tip(stream) };
      case 'tombstoned':
        throw new RecordDamaged(`${stream}: the stream was tombstoned`);
      case 'denied':
        throw new LogUnavailable(complaints.denied(`appending to ${stream}`));
      case 'too large':
        throw new Error(complaints.tooLarge(bytesOf(sealed)));
      case 'malformed':
        throw new Error(complaints.refused(answer.reason));
    }
  }

  #written({ append, events }: SealedAppend, { revision, position }: Written): AppendOutcome {
    const tip = tipOf(events);
    if (revision !== tip.revision)
      throw damaged(
        append.stream,
        tip.revision,
        `it was written at revision ${revision}: the stream was deleted`,
      );
    this.#parts.tips.add(append.stream, tip);
    return { status: 'appended', tip, position };
  }
}

type Written = Extract<Answer, { readonly kind: 'written' }>;

/** Throws when the append is malformed: that is a bug of the caller. */
export const sealedOf = (append: Append): SealedAppend => {
  const { stream, expected } = append;
  const events = sealAppend(append);
  let previous = expected === NO_STREAM ? GENESIS : expected.hash;
  const messages = events.map((event) => {
    const message = toMessage(stream, event, previous);
    previous = event.hash;
    return message;
  });
  return { append, events, messages };
};

const bytesOf = ({ messages }: SealedAppend): number =>
  messages.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
