import type { Database } from '../../sqlite/index.js';
import type { ApplyOutcome, ChangeBatch } from '../port.js';

/** What a batch would do, worked out before anything is written. */
export type Planned =
  | Extract<ApplyOutcome, { readonly status: 'moved' }>
  /** `write` answers how many characters of documents it wrote. */
  | { readonly status: 'ready'; readonly write: () => number };

export interface WriteBehindParts {
  readonly database: Database;
  /** Reads; throws, and harms nothing, when a change is refused. */
  readonly plan: (batch: ChangeBatch) => Planned;
  /** What is known of the file beside it may be wrong: the transaction was undone. */
  readonly undone: () => void;
}

/** The stored checkpoints are never longer behind than this. */
const OPEN_MS = 500;
const MOST_CHANGES = 4_000;
const MOST_CHARACTERS = 8_000_000;

/**
 * One transaction for what all projections apply within a moment. Everything reads through the connection that writes,
 * so that an applied batch is seen at once; a crash takes the batches of the last moment and their checkpoints away
 * together, and the projections make them again from the log (law 1). When the engine fails, the batches that were
 * answered are written again from memory before anything else is read or written.
 */
export class WriteBehind {
  #batches: ChangeBatch[] = [];
  #changes = 0;
  #characters = 0;
  #isOpen = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: WriteBehindParts) {}

  /** All of the batch or nothing. Throws `ChangeRefused`, and what the database throws. */
  apply(batch: ChangeBatch): ApplyOutcome {
    this.settle();
    const planned = this.parts.plan(batch);
    if (planned.status === 'moved') return planned;
    this.#open();
    this.#write(planned.write, batch);
    if (this.#changes >= MOST_CHANGES || this.#characters >= MOST_CHARACTERS) this.commit();
    return { status: 'applied' };
  }

  /** Writes again what was answered and undone since. Call it before reading. Throws what the database throws. */
  settle(): void {
    if (this.#isOpen || this.#batches.length === 0) return;
    const owed = this.#batches;
    this.#empty();
    try {
      this.#open();
      for (const batch of owed) this.#again(batch);
    } catch (error) {
      this.#undo();
      this.#batches = owed;
      throw error;
    }
  }

  /** Ends the transaction, so that another may begin. Throws what the database throws; then `settle` makes it up. */
  commit(): void {
    this.settle();
    if (!this.#isOpen) return;
    clearTimeout(this.#timer);
    this.#isOpen = false;
    try {
      this.parts.database.commit();
    } catch (error) {
      this.parts.undone();
      throw error;
    }
    this.#empty();
  }

  #open(): void {
    if (this.#isOpen) return;
    this.parts.database.begin();
    this.#isOpen = true;
    this.#timer = setTimeout(() => this.#commitInTime(), OPEN_MS).unref();
  }

  /** Who reads or writes next hears of a failure that lasts. */
  #commitInTime(): void {
    try {
      this.commit();
    } catch (error) {
      if (this.#batches.length === 0) throw error;
    }
  }

  #write(write: () => number, batch: ChangeBatch): void {
    try {
      this.#characters += write();
    } catch (error) {
      this.#undo();
      this.settle();
      throw error;
    }
    this.#batches.push(batch);
    this.#changes += batch.changes.length;
  }

  /** One that has moved was in a commit of which nothing was known. */
  #again(batch: ChangeBatch): void {
    const planned = this.parts.plan(batch);
    if (planned.status === 'moved') return;
    this.#characters += planned.write();
    this.#batches.push(batch);
    this.#changes += batch.changes.length;
  }

  #undo(): void {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.parts.database.rollBack();
    this.#isOpen = false;
    this.parts.undone();
  }

  #empty(): void {
    this.#batches = [];
    this.#changes = 0;
    this.#characters = 0;
  }
}
