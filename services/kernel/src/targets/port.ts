import type { ApplyOutcome, Change, Generation } from '../documents/port.js';
import type { Json } from '../base/json-value.js';
import type { Position, StreamName } from '../base/position.js';

/** A stream of which an event could not be projected; this and what follows waits for a replay. */
export interface ParkedStream {
  readonly stream: StreamName;
  /** Of the first event that waits, decimal; so are the next three. */
  readonly revision: string;
  /** Empty, as the type may be, when the record is damaged and it cannot be told. */
  readonly event_id: string;
  /** Stored type. */
  readonly type: string;
  readonly position: Position;
  readonly reason: string;
  readonly parked_at: string;
}

/** What is kept of parked streams: one is parked, or parked elsewhere than before; one goes on. */
export type Parking =
  | { readonly kind: 'park'; readonly parked: Readonly<Record<keyof ParkedStream, string>> }
  | { readonly kind: 'release'; readonly stream: StreamName };

/** What one target understands as a change. Its kinds are none of `Parking`'s. */
export type TargetChange = { readonly kind: string } & { readonly [field: string]: Json | undefined };

/** What a projector applies at once; `from` is the checkpoint that it started from. */
export interface TargetBatch<Changed extends TargetChange = Change> {
  readonly generation: Generation;
  readonly from: Position;
  readonly to: Position;
  /** In their order. */
  readonly changes: readonly (Changed | Parking)[];
}

/**
 * Where one projection writes, as its projector knows it. A checkpoint, the changes that lead to it and the streams that
 * are parked there are one transaction (law 1): whoever asks for the checkpoint knows what was applied.
 */
export interface ProjectionTarget<Changed extends TargetChange = Change> {
  /** Where a generation stands; `START` when it never ran or is not there. Throws when the store cannot be reached. */
  checkpoint(generation: Generation): Promise<Position>;
  /**
   * All of it and the checkpoint, or nothing; nothing, and where it stands, when it stands elsewhere than at `from`.
   * Throws `ChangeRefused` when a change cannot be applied whatever is tried again; what else is thrown may have been
   * applied: ask for the checkpoint.
   */
  apply(batch: TargetBatch<Changed>): Promise<ApplyOutcome>;
  /** Makes an empty `next` generation, dropping one that a crash left behind. */
  beginNext(): Promise<void>;
  /** `next` becomes `live` with what it has parked, if its checkpoint is `at`. Answers whether it was done. */
  promoteNext(at: Position): Promise<boolean>;
  /** The streams that are parked in the live generation, in portions. */
  parked(): AsyncIterable<readonly ParkedStream[]>;
  /** One of them; `undefined` when it is not parked. */
  parkedAt(stream: StreamName): Promise<ParkedStream | undefined>;
}
