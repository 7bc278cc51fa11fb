import { TOMBSTONE_REVISION, type StoredEvent } from './event.js';
import { EventColumns } from './event-columns.js';
import { createdMsOf, eventOf, FILE_HEADER, forEachEvent, idOf } from './frame.js';
import { LogBytes } from './log-bytes.js';
import { StreamHistory } from './stream-history.js';

/** Every event that was ever written, by its place in `$all` and by its stream. */
export class EventIndex {
  /** The log as it lies in its file, behind the file's header. */
  readonly bytes = new LogBytes(FILE_HEADER.length);
  private readonly columns = new EventColumns();
  private readonly byNumber: StreamHistory[] = [];
  private readonly byName = new Map<string, StreamHistory>();

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
    forEachEvent(frame, (offset, stream, tombstone) => {
      const history = this.kept(stream);
      const place = this.columns.length;
      const revision = tombstone ? TOMBSTONE_REVISION : history.lastRevision + 1;
      this.columns.push(start + offset, createdMs, revision, history.number);
      if (tombstone) history.tombstone = place;
      else history.push(place);
    });
  }

  /** Position of the event at this place. */
  position(place: number): number {
    return this.columns.position(place);
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

  private readonly idAt = (place: number): string => idOf(this.bytes.from(this.columns.position(place)));

  private kept(stream: string): StreamHistory {
    const history = this.historyOrEmpty(stream);
    if (history.number === this.byNumber.length) {
      this.byNumber.push(history);
      this.byName.set(stream, history);
    }
    return history;
  }
}
