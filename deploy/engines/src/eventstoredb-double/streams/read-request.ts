import { ReadReq } from '@eventstore/db-client/generated/streams_pb';
import type { LogPosition } from '../log/positions.js';
import type { From } from '../log/reads.js';
import { streamNameFrom } from '../wire/identifiers.js';
import { BEYOND_ALL, numberFrom } from '../wire/numbers.js';
import { invalidArgument } from '../wire/refusal.js';
import type { FromPosition } from './all-feed.js';
import { ALL_EVENTS, filterOf, type EventFilter } from './event-filter.js';

/** A read or a subscription, as a client asks for it. */
export type ReadRequest = ReadPlace & ReadWay;

/** What is read, and from where; without a stream it is `$all`. */
type ReadPlace =
  | { readonly stream: string; readonly from: From }
  | { readonly stream?: undefined; readonly from: FromPosition };

interface ReadWay {
  readonly backwards: boolean;
  /** How many events at most; `undefined` subscribes. */
  readonly count: number | undefined;
  readonly filter: EventFilter;
  /** Whether ids are asked for as two numbers instead of text. */
  readonly structuredIds: boolean;
}

/** Throws a `Refusal` for what the server does not read. */
export const readRequestOf = (options: ReadReq.Options | undefined): ReadRequest => {
  if (options === undefined) throw invalidArgument('A read has options');
  const backwards = options.getReadDirection() === ReadReq.Options.ReadDirection.BACKWARDS;
  refuseImpossible(options, backwards);
  const wanted = options.getFilter();
  const filter = wanted === undefined ? ALL_EVENTS : filterOf(wanted);
  if (options.hasSubscription() && filter.checkpointEvery === 0)
    throw invalidArgument('The interval of checkpoints is to be above 0');
  return {
    ...placeOf(options),
    backwards,
    count: options.hasSubscription() ? undefined : numberFrom(options.getCount()),
    filter,
    structuredIds: options.getUuidOption()?.hasString() !== true,
  };
};

const refuseImpossible = (options: ReadReq.Options, backwards: boolean): void => {
  if ((backwards && options.hasSubscription()) || (options.hasStream() && options.hasFilter()))
    throw invalidArgument('The combination of options is invalid.');
};

const placeOf = (options: ReadReq.Options): ReadPlace => {
  const one = options.getStream();
  const all = options.getAll();
  if (one !== undefined) {
    const from = endOf(one) ?? numberFrom(one.getRevision());
    return { stream: streamNameFrom(one.getStreamIdentifier()), from };
  }
  if (all === undefined) throw invalidArgument('A read is of a stream or of $all');
  return { from: endOf(all) ?? positionFrom(all.getPosition()) };
};

/** The largest numbers there are mean the end. */
const positionFrom = (position: ReadReq.Options.Position | undefined): LogPosition | 'end' => {
  const commit = numberFrom(position?.getCommitPosition() ?? '0');
  const prepare = numberFrom(position?.getPreparePosition() ?? '0');
  return commit === BEYOND_ALL && prepare === BEYOND_ALL ? 'end' : { commit, prepare };
};

const endOf = (options: { hasStart(): boolean; hasEnd(): boolean }): 'start' | 'end' | undefined => {
  if (options.hasStart()) return 'start';
  return options.hasEnd() ? 'end' : undefined;
};
