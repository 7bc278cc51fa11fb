import type { DomainEvent } from '@cairn/contracts';
import type { Append, AppendOutcome, Expected, StreamName } from '../eventlog/port.js';
import type { Aggregate } from './aggregate.js';
import type { Done, Executed, Intent } from './executed.js';
import type { Folded } from './folded.js';
import { isRefusal } from './refusal.js';
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
export interface Decided {
  readonly expected: Expected;
  /** Time of the stream's last event, ms since 1970: none comes before it. */
  readonly at: number;
  /** Before these events. */
  readonly state: unknown;
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

export const unchanged = (stream: StreamName, { tip, position }: Folded<unknown>): Done => ({
  status: 'done',
  stream,
  revision: tip?.revision,
  position,
  replayed: false,
  appended: 0,
});

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
