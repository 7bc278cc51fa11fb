import type { AppendOutcome, Expectation, ProposedEvent, StoredEvent, WriteOutcome } from './event.js';
import { firstAppend } from './first-record.js';
import { FileJournal, memoryJournal, type Journal } from './journal.js';
import { LogState } from './log-state.js';
import { metastreamOf, retentionOf, type Retention } from './metadata.js';
import { UnderWay } from './under-way.js';

interface WaitingWrite {
  readonly decide: () => WriteOutcome;
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (error: unknown) => void;
}

interface WaitingRemoval {
  readonly choose: () => readonly number[];
  readonly resolve: (removed: StoredEvent[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The log. Writes that wait are decided together, made durable together and answered after that; readers see only what
 * is durable.
 */
export class EventLog {
  private readonly listeners = new Set<() => void>();
  private waiting: WaitingWrite[] = [];
  private readonly underWay = new UnderWay();
  private readonly removals: WaitingRemoval[] = [];
  private committing: Promise<void> | undefined;
  private visible: number;
  /** Set when a write failed: what is in memory and what is durable are no longer the same. */
  private failure: Error | undefined;

  /** Begins with what the state holds, which is durable. */
  constructor(
    private readonly state: LogState,
    private readonly journal: Journal,
    /** Bytes of a torn transaction that were cut off at the start. */
    readonly tornBytes = 0,
    /** A scavenge leaves the last chunk of so many bytes, and the last event alone when it is absent. */
    readonly chunkBytes?: number,
  ) {
    this.visible = state.index.length;
  }

  /** Without a file the log lives in memory alone. A new log begins with a record of the server's own. */
  static async open(file?: string, chunkBytes?: number): Promise<EventLog> {
    const state = new LogState();
    if (file === undefined) return begun(new EventLog(state, memoryJournal, 0, chunkBytes));
    const journal = await FileJournal.open(file, state.index);
    return begun(new EventLog(state, journal, journal.tornBytes, chunkBytes));
  }

  /** Drops the append while another of the same first event to the same stream is under way. */
  append(
    stream: string,
    expectation: Expectation,
    proposed: readonly ProposedEvent[],
  ): Promise<AppendOutcome> {
    const write = (): Promise<WriteOutcome> =>
      this.commit(() => this.state.append(stream, expectation, proposed));
    const [first] = proposed;
    return first === undefined ? write() : this.underWay.once(`${first.id} ${stream}`, write);
  }

  softDelete(stream: string, expectation: Expectation): Promise<WriteOutcome> {
    return this.commit(() => this.state.softDelete(stream, expectation));
  }

  writeTombstone(stream: string, expectation: Expectation): Promise<WriteOutcome> {
    return this.commit(() => this.state.tombstone(stream, expectation));
  }

  /** Number of events that readers may see. */
  get length(): number {
    return this.visible;
  }

  /** The event at this place in `$all`, if it is visible and was not removed. */
  at(index: number): StoredEvent | undefined {
    return index < this.visible && !this.isRemoved(index) ? this.state.index.event(index) : undefined;
  }

  /** Whether a scavenge removed the event at this place. */
  isRemoved(index: number): boolean {
    return this.state.index.isRemoved(index);
  }

  /** Place of the first visible event at or behind this place that was not removed; `length` when there is none. */
  keptFrom(index: number): number {
    let kept = index;
    while (kept < this.visible && this.isRemoved(kept)) kept += 1;
    return kept;
  }

  /** Whether an append without events left its record at this position. */
  isEmptyRecord(position: number): boolean {
    return this.state.index.isEmptyRecord(position);
  }

  /** Place of the last event before this place that was not removed; -1 when there is none. */
  keptBefore(index: number): number {
    let kept = index - 1;
    while (kept >= 0 && this.isRemoved(kept)) kept -= 1;
    return kept;
  }

  /** Whether the position lies in a chunk that was scavenged: events were removed from it. */
  isScavenged(position: number): boolean {
    const { chunkBytes } = this;
    if (chunkBytes === undefined) return position <= this.state.index.lastRemoved;
    const start = position - (position % chunkBytes);
    for (let place = this.indexFrom(start); place < this.visible; place += 1) {
      if (this.position(place) >= start + chunkBytes) return false;
      if (this.isRemoved(place)) return true;
    }
    return false;
  }

  /** Position of the event at this place, removed or not; at the end of the log that of the next one. */
  position(index: number): number {
    return this.state.index.position(index);
  }

  /** Place of the first visible event whose position is at or above this one; `length` when there is none. */
  indexFrom(position: number): number {
    let low = 0;
    let high = this.visible;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.state.index.position(middle) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Names of all streams that were ever written to. */
  streams(): string[] {
    return this.state.index.histories().map(({ name }) => name);
  }

  /** Places of the stream's visible events, by their revisions; those of removed events too. */
  placesOf(stream: string): number[] {
    return (this.state.index.history(stream)?.places ?? []).slice(0, this.streamLength(stream));
  }

  /** When the event of this revision was created, even if it was removed since; `Infinity` when it never was. */
  createdMs(stream: string, revision: number): number {
    const place = this.state.index.history(stream)?.places[revision];
    return place === undefined ? Infinity : this.state.index.createdMs(place);
  }

  /** Event of this revision, if it is visible and was not removed. */
  ofStream(stream: string, revision: number): StoredEvent | undefined {
    const place = this.state.index.history(stream)?.places[revision];
    return place === undefined ? undefined : this.at(place);
  }

  /** Number of visible events that the stream ever had, deleted ones included. */
  streamLength(stream: string): number {
    const places = this.state.index.history(stream)?.places ?? [];
    let { length } = places;
    while (length > 0 && places[length - 1]! >= this.visible) length -= 1;
    return length;
  }

  /** The event that ended the stream, if it is visible. */
  tombstone(stream: string): StoredEvent | undefined {
    const place = this.state.index.history(stream)?.tombstone;
    return place === undefined ? undefined : this.at(place);
  }

  retention(stream: string): Retention {
    const metastream = metastreamOf(stream);
    return retentionOf(stream, this.ofStream(metastream, this.streamLength(metastream) - 1));
  }

  /** Calls the listener after each group of events that became visible, until the answered function is called. */
  onVisible(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Removes the events at the places that `choose` names when all writes before are durable. Answers what they were,
   * when they are gone from the journal too.
   */
  remove(choose: () => readonly number[]): Promise<StoredEvent[]> {
    return new Promise((resolve, reject) => {
      this.removals.push({ choose, resolve, reject });
      this.committing ??= this.commitAll();
    });
  }

  /** Finishes what waits. */
  async close(): Promise<void> {
    try {
      await this.committing;
    } finally {
      await this.journal.close();
    }
  }

  private commit(decide: () => WriteOutcome): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ decide, resolve, reject });
      this.committing ??= this.commitAll();
    });
  }

  private async commitAll(): Promise<void> {
    /** One turn of the loop, so that all requests that came in together make one group. */
    await new Promise(setImmediate);
    while (this.waiting.length > 0 || this.removals.length > 0) {
      if (this.waiting.length > 0) await this.commitGroup();
      const removal = this.removals.shift();
      if (removal !== undefined) await this.commitRemoval(removal);
    }
    this.committing = undefined;
  }

  private async commitRemoval({ choose, resolve, reject }: WaitingRemoval): Promise<void> {
    try {
      if (this.failure !== undefined) throw this.failure;
      const { index } = this.state;
      const places = choose();
      const removed = places.map((place) => index.event(place));
      for (const place of places) index.remove(place);
      if (places.length > 0) await this.journal.replace(index.frames());
      resolve(removed);
    } catch (error) {
      this.failure ??= new Error('the log cannot be written', { cause: error });
      reject(this.failure);
    }
  }

  private async commitGroup(): Promise<void> {
    const group = this.waiting;
    this.waiting = [];
    const before = this.visible;
    const outcomes = await this.durable(group);
    if (outcomes === undefined) {
      for (const { reject } of group) reject(this.failure);
      return;
    }
    this.visible = this.state.index.length;
    for (const [place, { resolve }] of group.entries()) resolve(outcomes[place]!);
    if (this.visible > before) for (const listener of this.listeners) listener();
  }

  /** What was decided, once it is durable; `undefined` when the log has failed. */
  private async durable(group: readonly WaitingWrite[]): Promise<WriteOutcome[] | undefined> {
    if (this.failure !== undefined) return undefined;
    try {
      const outcomes = group.map(({ decide }) => decide());
      const staged = this.state.takeStaged();
      if (staged.length > 0) await this.journal.write(staged);
      return outcomes;
    } catch (error) {
      this.failure = new Error('the log cannot be written', { cause: error });
      return undefined;
    }
  }
}

/** The server's own record comes first in a new log, before any that a client writes. */
const begun = async (log: EventLog): Promise<EventLog> => {
  if (log.length === 0) await log.append(...firstAppend());
  return log;
};
