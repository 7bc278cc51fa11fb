import { TOMBSTONE_REVISION, type StoredEvent } from './event.js';
import { EventColumns } from './event-columns.js';
import {
  createdMsOf,
  eventOf,
  FILE_HEADER,
  firstPositionIn,
  forEachEvent,
  frameLength,
  idOf,
  withoutEvents,
} from './frame.js';
import { LogBytes } from './log-bytes.js';
import { StreamHistory } from './stream-history.js';

/** Every event that was ever written, by its place in `$all` and by its stream. */
export class EventIndex {
  /** The log as it lies in its file, behind the file's header. */
  readonly bytes = new LogBytes(FILE_HEADER.length);
  private readonly columns = new EventColumns();
  private readonly byNumber: StreamHistory[] = [];
  private readonly byName = new Map<string, StreamHistory>();
  /** Positions of the records that appends without events left. */
  private readonly empty = new Set<number>();
  private removedUntil = -1;

  get length(): number {
    return this.columns.length;
  }

  history(stream: string): StreamHistory | undefined {
    return this.byName.get(stream);
  }

  /** A stream that was never written to has an empty history, which is not kept. */
  historyOrEmpty(stream: string): StreamHistory {
    return this.byName.get(stream) ?? new StreamHistory(stream, this.byNumber.length, this.idAt);
  }

  /** Takes up the events of a sound frame that begins at this offset of the log. */
  add(frame: Buffer, start: number): void {
    const createdMs = createdMsOf(frame);
    const { length } = this;
    forEachEvent(frame, (offset, stream, mark) => {
      const history = this.kept(stream);
      const place = this.columns.length;
      const revision = mark === 'tombstone' ? TOMBSTONE_REVISION : history.lastRevision + 1;
      this.columns.push(start + offset, createdMs, revision, history.number);
      if (mark === 'removed') this.remove(place);
      if (mark === 'tombstone') history.tombstone = place;
      else history.push(place);
    });
    if (this.length === length) this.empty.add(firstPositionIn(start));
  }

  /** Whether an append without events left its record at this position. */
  isEmptyRecord(position: number): boolean {
    return this.empty.has(position);
  }

  /** Position of the event at this place, or the one that the next event will get. */
  position(place: number): number {
    return place < this.length ? this.columns.position(place) : firstPositionIn(this.bytes.length);
  }

  createdMs(place: number): number {
    return this.columns.createdMs(place);
  }

  /** The streams that were ever written to. */
  histories(): readonly StreamHistory[] {
    return this.byNumber;
  }

  /** Whether a scavenge removed the event at this place. */
  isRemoved(place: number): boolean {
    return this.columns.isRemoved(place);
  }

  /** Position of the last event that was removed; -1 when none was. */
  get lastRemoved(): number {
    return this.removedUntil;
  }

  /** The place and the revision of the event stay taken; its id is no longer known. */
  remove(place: number): void {
    this.columns.remove(place);
    this.removedUntil = Math.max(this.removedUntil, this.columns.position(place));
    this.byNumber[this.columns.stream(place)]!.forgetIds();
  }

  /** The frames of the log in their order, without what removed events held. */
  *frames(): Generator<Buffer> {
    let place = 0;
    for (let start = FILE_HEADER.length; start < this.bytes.length;) {
      const bytes = this.bytes.from(start);
      const end = start + frameLength(bytes, 0)!;
      const removed: number[] = [];
      for (; place < this.length && this.position(place) < end; place += 1)
        if (this.isRemoved(place)) removed.push(this.position(place) - start);
      const frame = bytes.subarray(0, end - start);
      yield removed.length === 0 ? frame : withoutEvents(frame, removed);
      start = end;
    }
  }

  event(place: number): StoredEvent {
    const position = this.columns.position(place);
    return {
      index: place,
      position,
      stream: this.byNumber[this.columns.stream(place)]!.name,
      revision: this.columns.revision(place),
      createdMs: this.columns.createdMs(place),
      ...eventOf(this.bytes.from(position)),
    };
  }

  private readonly idAt = (place: number): string | undefined =>
    this.isRemoved(place) ? undefined : idOf(this.bytes.from(this.columns.position(place)));

  private kept(stream: string): StreamHistory {
    const history = this.historyOrEmpty(stream);
    if (history.number === this.byNumber.length) {
      this.byNumber.push(history);
      this.byName.set(stream, history);
    }
    return history;
  }
}
