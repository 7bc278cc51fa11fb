import type { Json } from '../base/json-value.js';
import type { Position, StreamName } from '../base/position.js';
import { type OutcomeUnknown, Unavailable } from '../errors/cairn-error.js';

/**
 * The event log: the one place where facts are kept.
 *
 * Revisions are bigint and 0-based. Positions are opaque texts, ordered as texts (`<` compares them), the empty text
 * stands before everything. No append spans two streams (law 5), there is no `expected: any` (law 3).
 */

export interface Actor {
  readonly kind: 'user' | 'key' | 'system' | 'anonymous';
  readonly id: string;
}

/** What is recorded beside an event's data. */
export interface EventMetadata {
  /** The command that made the event (law 3). */
  readonly command: string;
  /** Name of the command, `datasets.createDataset`. */
  readonly commandName: string;
  /** HMAC-SHA-256, under a server key, of the request that used the command id, base64url. */
  readonly request: string;
  readonly actor: Actor;
  readonly organization?: string;
  readonly correlation: string;
  readonly causation?: string;
  /** W3C trace context of the command's span, where spans are collected. */
  readonly traceparent?: string;
  /** RFC 3339 UTC with milliseconds; never runs backwards in a stream. */
  readonly at: string;
}

export interface EventToAppend {
  /** UUID, 36 characters, lower case. */
  readonly id: string;
  /** The stored type, `datasets.item.annotated.v1`. */
  readonly type: string;
  readonly data: Json;
  readonly metadata: EventMetadata;
}

/** The last event of a stream: what an append builds on. `hash` is 64 hex digits. */
export interface StreamTip {
  readonly revision: bigint;
  readonly hash: string;
}

export const NO_STREAM = 'no-stream';
/** What the caller believes the stream to be. */
export type Expected = typeof NO_STREAM | StreamTip;

export interface RecordedEvent extends EventToAppend {
  readonly stream: StreamName;
  readonly revision: bigint;
  readonly position: Position;
  /** SHA-256 of the predecessor's hash, the stored data and the stored metadata; see `chain.ts`. */
  readonly hash: string;
  /** The blob that holds the data in the bare log, when they are large: 64 hex digits (`withLargePayloads`). */
  readonly payloadBlob?: string;
}

export interface Append {
  readonly stream: StreamName;
  readonly expected: Expected;
  readonly events: readonly EventToAppend[];
}

/**
 * `appended`: the events are durable. An identical append sent again (same ids, same bytes, same expectation) answers
 * `appended` with the same tip; `position` may then be absent, and the event is read to learn it.
 * `conflict`: nothing was appended, the stream is not what was expected; `tip` is what it is, absent when there is no
 * stream. The same ids with other bytes are a conflict: the caller's events are not what stands there.
 */
export type AppendOutcome =
  | { readonly status: 'appended'; readonly tip: StreamTip; readonly position: Position | undefined }
  | { readonly status: 'conflict'; readonly tip: StreamTip | undefined };

/** Nothing was appended, and sending again may help. */
export class LogUnavailable extends Unavailable {
  override readonly name: string = 'LogUnavailable';
}
/** The log will not have this process: waiting does not mend its user, its rights or the release of the server. */
export class LogRefused extends LogUnavailable {
  override readonly name = 'LogRefused';
}
/** The event log takes events, and the store of what is too large for it does not: nothing was appended. */
export class LargeDataUnavailable extends LogUnavailable {
  override readonly name: string = 'LargeDataUnavailable';
}
/** A record is not what was written: it is never served. Names stream, revision and what differs. */
export class RecordDamaged extends Error {
  override readonly name = 'RecordDamaged';
}

/** One record that is not what was written, or not of this log: where it stands, and nothing of what it says. */
export interface DamagedRecord extends Pick<RecordedEvent, 'stream' | 'revision' | 'position'> {
  /** Of its event; empty when that cannot be told for sure. */
  readonly id: string;
  readonly type: string;
  /** What a read of its stream throws: a sentence that names stream and revision. */
  readonly reason: string;
}

export interface ReadOptions {
  /** The first event given is the one after this tip; the chain is checked from its hash on. */
  readonly after?: StreamTip;
  /** At most this many events; all when absent. */
  readonly limit?: number;
  /** Events with a higher revision are not given. */
  readonly through?: bigint;
  /** Nothing more is given once large data (`payloadBlob`) come to so many bytes, but one event at least; see `parts.ts`. */
  readonly maxBytes?: number;
  /** What is recorded beside the data is all that is wanted: large data are not fetched, their reference is given. */
  readonly withoutLarge?: boolean;
}

/** How the log is followed or paged. */
interface FollowOptions {
  /** Events after this position are given; `START` for all. */
  readonly after: Position;
  /** Only streams of these categories. */
  readonly categories: readonly string[];
  /**
   * Records that are damaged are told in `Batch.damaged`, and what stands behind them is given. When absent, and when it
   * cannot be told whose a record is, `RecordDamaged` is thrown: for those who may leave no gap.
   */
  readonly pastDamage?: boolean;
  /** As in `ReadOptions`. */
  readonly withoutLarge?: boolean;
}

export interface ReadAllOptions extends FollowOptions {
  readonly limit: number;
  /** As `withoutLarge`, of the streams of these categories alone. */
  readonly withoutLargeOf?: readonly string[];
}

export interface SubscribeOptions extends FollowOptions {
  /** At most this many events in a batch. */
  readonly maxBatch: number;
  readonly signal: AbortSignal;
}

/** Of bounded size in bytes too (`PART_BYTES`): it may hold fewer events than were asked for, and not have caught up. */
export interface Batch {
  readonly events: readonly RecordedEvent[];
  /** In the order of the log, never empty; they count among what a batch holds at most. Only with `pastDamage`. */
  readonly damaged?: readonly DamagedRecord[];
  /** Everything up to here was considered; at least the position of the last event, readable or not. */
  readonly position: Position;
  /** True when this batch ends at the head of the log as it was when the batch was made. */
  readonly caughtUp: boolean;
}

export interface EventLog {
  /** Appends all events or none. Throws `LogUnavailable`, `OutcomeUnknown`. */
  append(append: Append): Promise<AppendOutcome>;
  /** Many streams, pipelined; a result for each, in the order given. One that fails does not fail the others. */
  appendMany(
    appends: readonly Append[],
  ): Promise<readonly (AppendOutcome | LogUnavailable | OutcomeUnknown)[]>;
  /**
   * Appends to different streams, one after the other: a later one is never durable without the earlier (law 5). Answers
   * an outcome each, up to the first conflict; what stands behind it was not tried. Throws `LogUnavailable`,
   * `OutcomeUnknown`; then the first of them may have been appended: send the identical ones again. Absent where an
   * engine can do no better than `append` in turn: callers go through the function `appendInOrder`.
   */
  appendInOrder?(appends: readonly Append[]): Promise<readonly AppendOutcome[]>;
  /** The events of a stream in order; none when there is no stream. Throws `RecordDamaged`, `LogUnavailable`. */
  read(stream: StreamName, options?: ReadOptions): Promise<readonly RecordedEvent[]>;
  /** Pages the log in order: up to `limit` events after a position, to `caughtUp`. Throws `RecordDamaged`, `LogUnavailable`. */
  readAll(options: ReadAllOptions): Promise<Batch>;
  /**
   * Batches in log order, first what is there, then what comes, until the signal aborts. It resumes by itself after
   * a lost connection; nothing is given twice or left out. The next batch is made when the one before was taken. Throws
   * `RecordDamaged`; `LogUnavailable` when the blob of a large payload cannot be read.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<Batch>;
  /** The position of the last event in the log, `START` when it is empty. */
  head(): Promise<Position>;
  /** Whether a text has the form of this log's positions, `START` not among them. It may lie beyond the head. */
  isPosition(text: string): boolean;
  /** Stops taking appends, finishes those under way, releases files and connections. */
  close(): Promise<void>;
}
