import { bytesAtMost } from '../eventlog/json-size.js';
import { type Position, START } from '../base/position.js';
import type { RecordedEvent } from '../eventlog/port.js';
import type { TargetChange } from '../targets/port.js';

/** What one transaction of a projection holds at most; all changes of one event are in one, however many they are. */
export const MOST_CHANGES = 10_000;
/** By `bytesAtMost`, which takes a text for up to six times as long as it is. */
export const MOST_BYTES = 48_000_000;

/** Events in order whose changes are applied in one transaction. */
export class Chunk<Changed extends TargetChange> {
  readonly events: RecordedEvent[] = [];
  readonly changes: Changed[] = [];
  /** The event that begins the next portion; absent in the last one. */
  next: RecordedEvent | undefined;
  #bytes = 0;

  /** `changes`: those that belong to none of its events. */
  constructor(changes: readonly Changed[] = []) {
    this.#add(changes, sizeOf(changes));
  }

  /** The position of its last event. */
  get end(): Position {
    return this.events.at(-1)?.position ?? START;
  }

  /** Takes an event and what it changes. False: there is no room for it, and it is `next`. */
  take(recorded: RecordedEvent, changes: readonly Changed[]): boolean {
    const bytes = sizeOf(changes);
    const isFull = this.changes.length + changes.length > MOST_CHANGES || this.#bytes + bytes > MOST_BYTES;
    if (isFull && changes.length > 0 && this.events.length > 0) {
      this.next = recorded;
      return false;
    }
    this.events.push(recorded);
    this.#add(changes, bytes);
    return true;
  }

  #add(changes: readonly Changed[], bytes: number): void {
    // One by one: the changes of one event may be more than a call takes arguments.
    for (const change of changes) this.changes.push(change);
    this.#bytes += bytes;
  }
}

const sizeOf = (changes: readonly TargetChange[]): number =>
  changes.reduce((bytes, change) => bytes + bytesAtMost(change), 0);
