import type { AccessLog } from '@cairn/contracts';
import { nextTurn, pause } from '../clock/pause.js';
import type { Clock } from '../clock/port.js';
import type { Logger } from '../logging/port.js';
import type { Page, PageRequest } from '../paging/page.js';
import { type Accessed, type AccessFilter, type Journal, JournalUnavailable } from './port.js';
import { listAccesses } from './lists.js';
import type { JournalBounds, JournalStore } from './store.js';
import { WaitingEntries } from './waiting-entries.js';

export interface JournalOptions {
  readonly store: JournalStore;
  readonly logger: Logger;
  readonly clock: Clock;
  /** What is older goes. */
  readonly days: number;
  /** Accesses that are kept. */
  readonly most: number;
  /** Why so many bytes may not be written now; `undefined` when they may. */
  readonly refusal?: (bytes: number) => Promise<string | undefined>;
  /** Accesses that may wait to be written; 10,000 when absent. */
  readonly mostWaiting?: number;
  /** How long they wait for others, milliseconds. */
  readonly gatherMs?: number;
}

const MOST_WAITING = 10_000;
const GATHER_MS = 250;
/** After a failure the store is asked again so often. */
const AGAIN_MS = 1_000;
const BATCH = 250;
/** What an entry takes with its indexes, bytes: more than it is. */
const ENTRY_BYTES = 1_500;
const TOLD_EVERY_MS = 60_000;
const UPKEEP_EVERY_MS = 60_000;
const UPKEEP_EVERY_ENTRIES = 1_000;
const CLOSING_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A journal over a store: entries wait in memory, a bounded number of them, and are written beside the requests. */
class KeptJournal implements Journal {
  readonly #waiting: WaitingEntries;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #toldDropped = 0;
  #keptUpAt = Number.NEGATIVE_INFINITY;
  #sinceUpkeep = 0;
  readonly #upkeep: NodeJS.Timeout;
  #keeping: Promise<void> | undefined;

  constructor(private readonly options: JournalOptions) {
    this.#waiting = new WaitingEntries(options.mostWaiting ?? MOST_WAITING);
    this.#upkeep = setInterval(() => this.#keepUp(), UPKEEP_EVERY_MS).unref();
  }

  get dropped(): number {
    return this.#waiting.dropped;
  }

  note(access: Accessed): void {
    if (this.#waiting.access(access, this.options.clock.now())) this.#soon();
    else this.#tell('there are more entries than can be written');
  }

  async accesses(filter: AccessFilter, page: PageRequest): Promise<Page<AccessLog>> {
    await this.flush();
    return listAccesses(this.options.store, filter, page);
  }

  async forget(userId: string): Promise<void> {
    if (userId === '') return;
    const now = this.options.clock.now();
    this.#waiting.forget(userId, now - HOUR_MS, now);
    await this.flush();
    await this.options.store.forget(userId, now);
  }

  async flush(): Promise<void> {
    await this.#writing;
    await this.#write();
  }

  async close(): Promise<void> {
    clearInterval(this.#upkeep);
    await Promise.race([this.flush(), pause(CLOSING_MS)]);
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#keeping;
    if (this.#waiting.size > 0) this.#waiting.lost(this.#waiting.batch(this.#waiting.size));
    await this.options.store.close();
  }

  #soon(ms = this.options.gatherMs ?? GATHER_MS): void {
    if (this.#timer !== undefined || this.#writing !== undefined || this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#write(), ms).unref();
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().then((isDone) => {
      this.#writing = undefined;
      if (this.#waiting.size > 0) this.#soon(isDone ? undefined : AGAIN_MS);
    });
    return this.#writing;
  }

  /** Writes what waits now. False when the store did not take all of it. */
  async #writeAll(): Promise<boolean> {
    for (let left = this.#waiting.size; left > 0 && this.#waiting.size > 0; left -= BATCH) {
      if (!(await this.#writeSome())) return false;
      // A batch is a step of a few milliseconds: requests go on in between.
      await nextTurn();
    }
    return true;
  }

  async #writeSome(): Promise<boolean> {
    const batch = this.#waiting.batch(BATCH);
    try {
      const refusal = await this.options.refusal?.(batch.length * ENTRY_BYTES);
      if (refusal !== undefined) throw new JournalUnavailable(refusal);
      await this.options.store.write(batch);
      this.#waiting.written(batch);
      this.#written(batch.length);
      return true;
    } catch (error) {
      // What the store refuses for another reason would be refused again, and hold up all that comes after it.
      if (!(error instanceof JournalUnavailable)) this.#waiting.lost(batch);
      this.#tell('the store does not take them', error);
      return false;
    }
  }

  #written(count: number): void {
    this.#sinceUpkeep += count;
    const isDue = Date.now() - this.#keptUpAt >= UPKEEP_EVERY_MS;
    if (isDue || this.#sinceUpkeep >= UPKEEP_EVERY_ENTRIES) this.#keepUp();
  }

  #keepUp(): void {
    this.#keeping ??= this.#sweep().then(
      () => (this.#keeping = undefined),
      (error: unknown) => {
        this.#keeping = undefined;
        this.#tell('what is too old cannot be removed', error);
      },
    );
  }

  async #sweep(): Promise<void> {
    this.#keptUpAt = Date.now();
    this.#sinceUpkeep = 0;
    const { store, clock, days, most } = this.options;
    const now = clock.now();
    const bounds: JournalBounds = {
      oldest: now - days * DAY_MS,
      most,
      forgottenSince: now - HOUR_MS,
    };
    while (!this.#stop.signal.aborted && (await store.sweep(bounds))) await nextTurn();
  }

  /** A line a minute at most: an outage must not fill the log of the process. */
  #tell(reason: string, error?: unknown): void {
    const now = Date.now();
    if (now - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = now;
    const facts = { reason, dropped: this.dropped - this.#toldDropped, waiting: this.#waiting.size };
    this.#toldDropped = this.dropped;
    const cause = error === undefined ? {} : { err: error };
    this.options.logger.warn(
      { ...facts, ...cause },
      'the journal cannot be written: entries wait or are dropped',
    );
  }
}

/** A journal over a store. */
export const openJournal = (options: JournalOptions): Journal => new KeptJournal(options);
