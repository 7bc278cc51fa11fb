/** The revision that a tombstone has in its stream: the largest signed 64-bit number, here as the nearest double. */
export const TOMBSTONE_REVISION = 2 ** 63;

/** The type of the event that a tombstone leaves in its stream. */
export const TOMBSTONE_TYPE = '$streamDeleted';

/** What a client proposes. */
export interface ProposedEvent {
  /** UUID in lower-case canonical text. */
  readonly id: string;
  readonly type: string;
  /** `application/json` or `application/octet-stream`. */
  readonly contentType: string;
  /** What the protocol calls custom metadata; empty when there is none. */
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
}

/** An event in the log. */
export interface StoredEvent extends ProposedEvent {
  /** Place in `$all`, 0 for the first event. */
  readonly index: number;
  /** Commit and prepare position; grows strictly and outlives a restart. */
  readonly position: number;
  readonly stream: string;
  /** 0 for the first of its stream; `TOMBSTONE_REVISION` for a tombstone. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
}

/** What the writer of an append expects of the stream's current revision. */
export type Expectation = 'any' | 'no-stream' | 'stream-exists' | { readonly revision: number };

/** The revision of a stream that has no events yet. */
export const NO_STREAM = -1;

export type WriteOutcome =
  /** `revision` is that of the last event (`NO_STREAM` when there is none), `position` its position if it has one. */
  | { readonly kind: 'written'; readonly revision: number; readonly position: number | undefined }
  | { readonly kind: 'wrong-expected-version'; readonly current: number }
  | { readonly kind: 'stream-deleted' };

/** An append is dropped while another of the same first event to the same stream is not durable yet. */
export type AppendOutcome = WriteOutcome | { readonly kind: 'under-way' };
