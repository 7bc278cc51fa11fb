import type { StoredEvent } from '../log/event.js';
import type { EventLog } from '../log/event-log.js';
import { placeAt, type LogPosition } from '../log/positions.js';
import type { EventFilter } from './event-filter.js';

/** How many events the server reads at once for a subscription. */
const PAGE_EVENTS = 32;

/** Where a page begins. */
export interface Cursor {
  readonly place: number;
  readonly position: LogPosition;
}

/** What one read for a subscription found. */
export interface Page {
  readonly from: LogPosition;
  readonly events: readonly StoredEvent[];
  readonly considered: number;
  /** Whether it came to the end of the log. */
  readonly isEnd: boolean;
  readonly next: Cursor;
}

/** Begins at the position as it was asked for; `undefined` where the server cannot read. */
export const cursorAt = (log: EventLog, position: LogPosition): Cursor | undefined => {
  const place = placeAt(log, position);
  return place === undefined ? undefined : { place, position };
};

/** Begins at the end of the record before this place. Such a position has no prepare. */
export const cursorBehind = (log: EventLog, place: number): Cursor => ({
  place,
  position: { commit: log.position(place), prepare: 0 },
});

/** Reads until there are 32 events, the filter's window has been considered or the log ends; yields at each record. */
export function* readPage(
  log: EventLog,
  filter: EventFilter,
  { place, position }: Cursor,
): Generator<'considered', Page> {
  const events: StoredEvent[] = [];
  let considered = 0;
  let next = place;
  let isEnd = false;
  while (!isEnd && events.length < PAGE_EVENTS && considered < filter.window) {
    const kept = log.keptFrom(next);
    const event = log.at(kept);
    isEnd = event === undefined;
    if (event === undefined) continue;
    next = kept + 1;
    considered += 1;
    if (filter.matches(event)) events.push(event);
    yield 'considered';
  }
  return { from: position, events, considered, isEnd, next: cursorBehind(log, next) };
}
