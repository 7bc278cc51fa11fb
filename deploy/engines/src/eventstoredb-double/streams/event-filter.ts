import type { ReadReq } from '@eventstore/db-client/generated/streams_pb';
import type { StoredEvent } from '../log/event.js';
import { invalidArgument } from '../wire/refusal.js';

/** The window of a filter that names none. */
const DEFAULT_WINDOW = 32;

/** Which events of `$all` a reader wants. */
export interface EventFilter {
  matches(event: StoredEvent): boolean;
  /** How many records one read of a subscription considers at most. */
  readonly window: number;
  /** A subscription gets a checkpoint each time it has considered so many events. */
  readonly checkpointEvery: number;
}

export const ALL_EVENTS: EventFilter = {
  matches: () => true,
  window: Infinity,
  checkpointEvery: Infinity,
};

/** Throws a `Refusal` for a filter that is none. */
export const filterOf = (options: ReadReq.Options.FilterOptions): EventFilter => {
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW;
  if (window === 0) throw invalidArgument('The window of a filter is to be above 0');
  const checkpointEvery = window * options.getCheckpointintervalmultiplier();
  const byType = options.getEventType();
  if (byType !== undefined) {
    const accepts = expression(byType);
    return { matches: ({ type }) => accepts(type), window, checkpointEvery };
  }
  const byStream = options.getStreamIdentifier();
  if (byStream === undefined) throw invalidArgument('A filter is by stream name or by event type');
  const accepts = expression(byStream);
  return { matches: ({ stream }) => accepts(stream), window, checkpointEvery };
};

const expression = (wanted: ReadReq.Options.FilterOptions.Expression): ((text: string) => boolean) => {
  const source = wanted.getRegex();
  const prefixes = wanted.getPrefixList();
  if (source === '') return (text) => prefixes.some((prefix) => text.startsWith(prefix));
  const pattern = compiled(source);
  return (text) => pattern.test(text);
};

const compiled = (source: string): RegExp => {
  try {
    return new RegExp(source, 'u');
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidArgument(`'${source}' is not a regular expression`);
    throw error;
  }
};
