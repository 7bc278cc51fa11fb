import type { EventLog } from '../log/event-log.js';
import type { StoredEvent } from '../log/event.js';
import {
  comparePositions,
  lastPosition,
  NOWHERE,
  placeAt,
  positionOf,
  type LogPosition,
} from '../log/positions.js';
import type { Release } from '../release.js';
import { invalidArgument } from '../wire/refusal.js';
import type { EventFilter } from './event-filter.js';
import type { Feed, Step, Steps } from './feed.js';
import { cursorAt, cursorBehind, readPage, type Cursor, type Page } from './pages.js';

export type FromPosition = 'start' | 'end' | LogPosition;

/** A subscription to `$all`, as the release has it. */
export const allFeed = (log: EventLog, from: FromPosition, filter: EventFilter, release: Release): Feed =>
  release === '23.10' ? new AllFeed23(log, from, filter) : new AllFeed24(log, from, filter);

/** What both releases do when they are live. */
abstract class AllFeed implements Feed {
  abstract readonly steps: Steps;
  /** Records since the last checkpoint. */
  protected considered = 0;
  /** The last position that the client was told. */
  protected told: LogPosition = NOWHERE;
  /** Place of the next record when live. */
  protected place = 0;
  private dropped = false;
  /** Matches from `place` on, up to `countedUntil`. */
  private matching = 0;
  private countedUntil = 0;

  constructor(
    protected readonly log: EventLog,
    protected readonly filter: EventFilter,
  ) {}

  waiting(): number {
    for (let place = Math.max(this.countedUntil, this.place); place < this.log.length; place += 1)
      if (this.matchesAt(place)) this.matching += 1;
    this.countedUntil = this.log.length;
    return this.matching;
  }

  drop(): void {
    this.dropped = true;
  }

  /** Goes on until what waits is dropped. */
  protected *live(place: number): Steps {
    this.place = place;
    this.countedUntil = place;
    this.matching = 0;
    this.dropped = false;
    yield 'caught up';
    while (!this.dropped) {
      const event = this.next();
      if (event === undefined) yield undefined;
      else yield* this.liveEvent(event);
    }
  }

  protected *events(page: Page): Generator<Step> {
    for (const event of page.events) {
      const position = positionOf(event);
      if (comparePositions(position, this.told) <= 0) continue;
      this.told = position;
      yield { event };
    }
    this.considered += page.considered;
  }

  private *liveEvent(event: StoredEvent): Generator<Step> {
    const position = positionOf(event);
    const matches = this.filter.matches(event);
    this.considered += 1;
    if (matches) this.told = position;
    yield matches ? { event } : 'considered';
    if (this.considered < this.filter.checkpointEvery) return;
    this.considered = 0;
    this.told = position;
    yield { checkpoint: position };
  }

  private next(): StoredEvent | undefined {
    const place = this.log.keptFrom(this.place);
    const event = this.log.at(place);
    if (event === undefined) return undefined;
    if (place < this.countedUntil && this.filter.matches(event)) this.matching -= 1;
    this.place = place + 1;
    return event;
  }

  private matchesAt(place: number): boolean {
    const event = this.log.at(place);
    return event !== undefined && this.filter.matches(event);
  }
}

/** 23.10 begins behind the first record at or behind the position, and drops nothing: it ends slow clients. */
class AllFeed23 extends AllFeed {
  readonly steps: Steps;

  constructor(log: EventLog, from: FromPosition, filter: EventFilter) {
    super(log, filter);
    this.steps = from === 'end' ? this.fromEnd() : this.from(this.cursor(from));
  }

  private *fromEnd(): Steps {
    yield 'confirmed';
    yield* this.live(this.log.length);
  }

  /** From where it cannot read it is silent for ever: not even a confirmation comes. */
  private *from(start: Cursor | undefined): Steps {
    if (start === undefined) return;
    let page = yield* readPage(this.log, this.filter, start);
    yield 'confirmed';
    yield* this.events(page);
    while (!page.isEnd) {
      yield* this.checkpoint(page);
      page = yield* readPage(this.log, this.filter, page.next);
      yield* this.events(page);
    }
    yield* this.live(page.next.place);
  }

  private *checkpoint(page: Page): Generator<Step> {
    const { checkpointEvery } = this.filter;
    if (this.considered < checkpointEvery) return;
    this.considered %= checkpointEvery;
    const last = page.events.at(-1);
    yield { checkpoint: last === undefined ? page.from : positionOf(last) };
  }

  private cursor(from: 'start' | LogPosition): Cursor | undefined {
    if (from === 'start' || from.commit === 0) return { place: 0, position: { commit: 0, prepare: 0 } };
    const place = placeAt(this.log, from);
    return place === undefined ? undefined : cursorBehind(this.log, this.behind(place));
  }

  private behind(place: number): number {
    return Math.min(this.log.keptFrom(place) + 1, this.log.length);
  }
}

/** 24.x compares with what the client was told, and tells a checkpoint before it is live. */
class AllFeed24 extends AllFeed {
  readonly steps: Steps;

  constructor(log: EventLog, from: FromPosition, filter: EventFilter) {
    super(log, filter);
    if (from === 'end') this.told = lastPosition(log);
    else if (from !== 'start') this.told = from;
    this.steps = this.all();
  }

  private *all(): Steps {
    yield 'confirmed';
    for (;;) {
      const isThere = comparePositions(this.told, lastPosition(this.log)) >= 0;
      yield* this.live(isThere ? this.log.length : yield* this.catchUp());
    }
  }

  /** Answers the place where the log ends. */
  private *catchUp(): Generator<Step, number> {
    let cursor = cursorAt(this.log, this.told);
    if (cursor === undefined) throw invalidArgument('The position is not valid');
    for (;;) {
      const page: Page = yield* readPage(this.log, this.filter, cursor);
      yield* this.events(page);
      yield* this.checkpoint(page);
      if (page.isEnd) return page.next.place;
      cursor = page.next;
    }
  }

  private *checkpoint({ from, isEnd }: Page): Generator<Step> {
    const { checkpointEvery } = this.filter;
    if (checkpointEvery === Infinity) return;
    if (!isEnd && this.considered < checkpointEvery) return;
    this.considered %= checkpointEvery;
    if (comparePositions(from, this.told) > 0) this.told = from;
    yield { checkpoint: this.told };
  }
}
