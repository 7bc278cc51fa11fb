import type { DomainEvent } from '@cairn/contracts';
import type { StreamName } from '../base/position.js';
import { type Append, type AppendOutcome, type Expected, NO_STREAM } from '../eventlog/port.js';
import type { Aggregate, Decision } from './aggregate.js';
import { type Done, type Executed, type Intent, READ_ON } from './executed.js';
import type { Folded } from './folded.js';
import { isRefusal, type Refusal } from '../base/refusal.js';
import { streamOf } from './streams.js';

/** A decision on one stream, where several follow each other. */
export interface Step {
  readonly stream: StreamName;
  readonly prepare: (by: Prepare) => Promise<Prepared>;
}

export type Prepare = <State, Context>(
  aggregate: Aggregate<State>,
  id: string,
  intent: Intent<State, Context>,
) => Promise<Prepared>;

/** What a decision comes to: nothing to append, or an append and what is known once it is in the log. */
export type Prepared = Executed | Pending;
export interface Pending {
  readonly status: 'pending';
  readonly append: Append;
  /** `append` as it was sent. */
  readonly finish: (outcome: Appended, append: Append) => Promise<Done>;
}
/** What was decided, and the stream that it was decided on. */
export interface Decided<State> {
  /** As it was read: it may have been read on since, which the fields below have not. */
  readonly folded: Folded<State>;
  readonly expected: Expected;
  /** Time of the stream's last event, ms since 1970: none comes before it. */
  readonly at: number;
  /** Before these events. */
  readonly state: State;
  readonly events: readonly DomainEvent[];
}
export type Appended = Extract<AppendOutcome, { readonly status: 'appended' }>;

/** Declares a step of `executeInOrder`. */
export const step = <State, Context = undefined>(
  aggregate: Aggregate<State>,
  id: string,
  intent: Intent<State, Context>,
): Step => ({ stream: streamOf(aggregate, id), prepare: (by) => by(aggregate, id, intent) });

/** What is answered without an append: the last was here before, or one refuses. */
export const answerWithout = (prepared: readonly Prepared[]): Executed | undefined => {
  const last = prepared.at(-1);
  if (last !== undefined && 'replayed' in last && last.replayed) return last;
  return prepared.find((each) => isRefusal(each));
};

export const isPending = (prepared: Prepared): prepared is Pending =>
  'status' in prepared && prepared.status === 'pending';

/** `undefined`: the stream moved while the context was asked for, or is to be read on for it. */
export const decidedOn = async <State, Context>(
  stream: StreamName,
  folded: Folded<State>,
  { given, decide }: Pick<Intent<State, Context>, 'given' | 'decide'>,
): Promise<Executed | Decided<State> | undefined> => {
  const { state, tip } = folded;
  const context = (await given?.(state, tip)) as Context | Refusal | typeof READ_ON;
  // No await from here on: the fold is shared, and whoever asks for the stream reads it on.
  if (context === READ_ON || folded.tip !== tip) return undefined;
  return outcomeOf(stream, folded, isRefusal(context) ? context : decide(state, context, tip?.revision));
};

const outcomeOf = <State>(
  stream: StreamName,
  folded: Folded<State>,
  decision: Decision,
): Executed | Decided<State> => {
  if (isRefusal(decision)) return decision;
  const { state, tip, position, at } = folded;
  return decision.length === 0
    ? { status: 'done', stream, revision: tip?.revision, position, replayed: false, appended: 0 }
    : { folded, expected: tip ?? NO_STREAM, at, state, events: decision };
};

/**
 * The appends of one command, none of them told to be earlier than those before it: what makes others visible is never
 * there at a time at which they were not.
 */
export const inTime = (appends: readonly Append[]): readonly Append[] => {
  let latest = '';
  return appends.map((append) => {
    const events = append.events.map((event) => {
      latest = event.metadata.at > latest ? event.metadata.at : latest;
      return event.metadata.at === latest ? event : { ...event, metadata: { ...event.metadata, at: latest } };
    });
    return { ...append, events };
  });
};
