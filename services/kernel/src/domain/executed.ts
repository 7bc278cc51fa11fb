import type { DomainEvent } from '@cairn/contracts';
import type { Position, StreamName } from '../base/position.js';
import type { Actor, StreamTip } from '../eventlog/port.js';
import type { Admission, Decision } from './aggregate.js';
import type { Refusal } from '../base/refusal.js';

/** What is known of the command under which events are appended. */
export interface CommandFacts {
  /** Recognises the command when it comes again (law 3). */
  readonly id: string;
  readonly name: string;
  /** Digest of the request; another request under the same id is refused. */
  readonly request: string;
  readonly actor: Actor;
  /** That the caller's key is bound to. */
  readonly organization?: string;
  readonly correlation: string;
  readonly causation?: string;
  /** W3C trace context of the command's span, where spans are collected. */
  readonly traceparent?: string;
  /** Milliseconds since 1970; conflicts and unknown outcomes are tried again until then. */
  readonly deadline: number;
}

/** The command's events are in the stream. */
export interface Done {
  readonly status: 'done';
  readonly stream: StreamName;
  /** Of the stream after the command; `undefined` when the stream has no event. */
  readonly revision: bigint | undefined;
  readonly position: Position;
  /** True when the command was here before and nothing was appended now. */
  readonly replayed: boolean;
  /** How many events were appended now. */
  readonly appended: number;
  /** Whose these events are; absent when they are of none. */
  readonly organization?: string;
}

export type Executed = Done | Refusal;

/** What `given` read elsewhere is of a later revision than its tip: the stream is read again, and `given` asked again. */
export const READ_ON: unique symbol = Symbol('read on');

/**
 * A decision with the context it needs from elsewhere, which may depend on the stream as it is; `given` is asked again
 * whenever the stream has moved meanwhile or the decision is made again.
 */
export interface Intent<State, Context = undefined, Event extends DomainEvent = DomainEvent> {
  /** `tip` is that of the stream as `state` has it; `undefined` when it has no event. */
  readonly given?: (state: State, tip: StreamTip | undefined) => Promise<Context | Refusal | typeof READ_ON>;
  /** Asked of what was decided, after that of the service; again whenever it is decided again. */
  readonly admission?: Admission;
  /** Of the asset that the stream will be of; looked up when absent. */
  readonly organization?: string | null;
  /** As which revision `If-Match` speaks of what is there before the first event: settings are always there. */
  readonly revisionBeforeFirst?: string;
  /** Whether that is there which `If-Match` and `If-None-Match` speak of; when absent, as soon as the stream has an event. */
  readonly isThere?: (state: State) => boolean;
  /**
   * The revision that `If-Match` speaks of where that is something in the stream, an element of a graph say: `''` or
   * `undefined` of what is not there. That of the stream when absent.
   */
  readonly revisionOf?: (state: State, context: Context) => string | undefined;
  /** `revision` is that of the stream as it is; `undefined` when it has no event. */
  readonly decide: (state: State, context: Context, revision: bigint | undefined) => Decision<Event>;
}
