import { pause } from '../clock/pause.js';
import type { Position } from '../base/position.js';
import { type Batch, RecordDamaged, type SubscribeOptions } from '../eventlog/port.js';
import { batchOf } from '../eventlog/sifted.js';
import { categoryOf } from '../domain/streams.js';
import { Inbox, part, sizeOf } from './inbox.js';

/** After this many events that are not for it, it is told how far the log was read, so that its checkpoint moves. */
const SKIPPED = 1_000;

/** One that is handed batches of a reading that it shares with others: what it wants of them, in order, each event once. */
export class Subscriber {
  readonly #inbox: Inbox;
  readonly #categories: ReadonlySet<string>;
  #position: Position;
  #skipped = 0;
  #wasCaughtUp = false;
  #news: (() => void) | undefined;
  #room: (() => void) | undefined;
  #over: { readonly error?: unknown } | undefined;

  constructor(private readonly options: SubscribeOptions) {
    this.#inbox = new Inbox(options.maxBatch);
    this.#categories = new Set(options.categories);
    this.#position = options.after;
  }

  get categories(): readonly string[] {
    return this.options.categories;
  }

  /** Everything up to here was handed to it. */
  get position(): Position {
    return this.#position;
  }

  /** Takes what it wants of a batch. False: there is no room for it now. */
  offer(batch: Batch): boolean {
    if (batch.position === this.#position && batch.caughtUp) this.isAtHead();
    if (this.#over !== undefined || batch.position <= this.#position) return true;
    const wanted = this.#wantedOf(batch);
    if (!this.#inbox.hasRoomFor(wanted)) return false;
    this.#position = batch.position;
    this.#skipped += isLongWay(batch) ? SKIPPED : sizeOf(batch) - sizeOf(wanted);
    this.#take(wanted);
    return true;
  }

  /** Where it stands the log ends, as far as is known. It is told so when it was not. */
  isAtHead(): void {
    if (!this.#wasCaughtUp) this.#give(batchOf([], [], this.#position, true));
  }

  /** The next batch, when there is one; `undefined` when there will be none. Throws what ended the reading. */
  async next(): Promise<Batch | undefined> {
    for (;;) {
      if (this.options.signal.aborted) return undefined;
      const batch = this.#inbox.take();
      if (batch !== undefined) {
        this.#room?.();
        return batch;
      }
      if (this.#over !== undefined && 'error' in this.#over) throw this.#over.error;
      if (this.#over !== undefined) return undefined;
      await new Promise<void>((resolve) => (this.#news = resolve));
    }
  }

  /** Waits until something of what waits was taken, or the time is over. */
  async taken(withinMs: number): Promise<void> {
    const over = new AbortController();
    this.#room = () => over.abort();
    await pause(withinMs, over.signal);
  }

  /** There will be nothing more; why, if that is an error. What waits is given before. */
  end(...error: readonly [] | readonly [unknown]): void {
    this.#over ??= error.length === 0 ? {} : { error: error[0] };
    this.#room?.();
    this.#news?.();
  }

  #take(wanted: Batch): void {
    const unreadable = this.options.pastDamage === true ? undefined : wanted.damaged?.[0];
    if (unreadable !== undefined) this.end(new RecordDamaged(unreadable.reason));
    else if (sizeOf(wanted) > 0 || this.#skipped >= SKIPPED) this.#give(wanted);
    else if (wanted.caughtUp) this.isAtHead();
  }

  #give(batch: Batch): void {
    this.#skipped = 0;
    this.#wasCaughtUp = batch.caughtUp;
    this.#inbox.put(batch);
    this.#news?.();
  }

  #wantedOf(batch: Batch): Batch {
    const isWanted = (position: Position, stream: string): boolean =>
      position > this.#position && this.#categories.has(categoryOf(stream));
    return part(batch, isWanted, batch.position, batch.caughtUp);
  }
}

/** The log found nothing on so long a way that it tells of it. */
const isLongWay = (batch: Batch): boolean => sizeOf(batch) === 0 && !batch.caughtUp;
