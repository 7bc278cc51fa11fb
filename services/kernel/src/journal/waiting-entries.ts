import { derivedId } from '../clock/ids.js';
import { timestamp } from '../clock/port.js';
import { entryId } from './entry-ids.js';
import type { Accessed, Erred, JournalKind } from './port.js';
import { type AccessRow, type ErrorRow, forgotten } from './store.js';

/** Of the room for accesses, what is left for those of administrators, per cent. */
const FOR_ADMINISTRATORS = 20;
/** Kinds of errors that wait. */
const MOST_ERRORS = 500;

export interface Batch {
  readonly accesses: readonly AccessRow[];
  readonly errors: readonly ErrorRow[];
}

/** What was noted and is not written yet: bounded, and counted where it has no room. */
export class WaitingEntries {
  readonly dropped: Record<JournalKind, number> = { access: 0, error: 0 };
  readonly #accesses: AccessRow[] = [];
  readonly #errors = new Map<string, ErrorRow>();
  readonly #ordinary: number;
  /** Persons who were forgotten, and when: what still comes of them tells nothing. */
  readonly #forgotten = new Map<string, number>();

  constructor(private readonly most: number) {
    this.#ordinary = Math.floor((most * (100 - FOR_ADMINISTRATORS)) / 100);
  }

  get isEmpty(): boolean {
    return this.#accesses.length === 0 && this.#errors.size === 0;
  }

  get size(): number {
    return this.#accesses.length + this.#errors.size;
  }

  /** Whether there was room. */
  access({ isAct, isRefused, isAdministrators, ...told }: Accessed, now: number): boolean {
    if (this.#accesses.length >= (isAdministrators ? this.most : this.#ordinary)) return this.#drop('access');
    const at = timestamp(now);
    const entry = { id: entryId(now), created_at: at, updated_at: at, ...told };
    const isForgotten = this.#forgotten.has(told.user_id);
    this.#accesses.push({ entry: isForgotten ? forgotten(entry) : entry, isAct, isRefused });
    return true;
  }

  /** Those who were forgotten before a time are known no more. */
  forget(userId: string, since: number, now: number): void {
    for (const [known, at] of this.#forgotten) if (at < since) this.#forgotten.delete(known);
    this.#forgotten.set(userId, now);
  }

  /** The same. One of a kind that waits already takes no more room. */
  error(error: Erred, now: number): boolean {
    const id = derivedId('error', error.name, error.entity, error.where);
    const before = this.#errors.get(id);
    if (before === undefined && this.#errors.size >= MOST_ERRORS) return this.#drop('error');
    const noted = this.#forgotten.has(error.userId) ? { ...error, userId: '' } : error;
    this.#errors.set(id, { ...before, ...noted, id, at: timestamp(now), count: (before?.count ?? 0) + 1 });
    return true;
  }

  /** The oldest; they wait on until they are `written`, or `lost`. */
  batch(size: number): Batch {
    return { accesses: this.#accesses.slice(0, size), errors: [...this.#errors.values()] };
  }

  written({ accesses, errors }: Batch): void {
    this.#accesses.splice(0, accesses.length);
    for (const row of errors) this.#less(row);
  }

  lost(batch: Batch): void {
    this.written(batch);
    this.dropped.access += batch.accesses.length;
    this.dropped.error += batch.errors.length;
  }

  /** What was noted of its kind since the batch waits for the next. */
  #less({ id, count }: ErrorRow): void {
    const now = this.#errors.get(id);
    if (now === undefined || now.count === count) this.#errors.delete(id);
    else this.#errors.set(id, { ...now, count: now.count - count });
  }

  #drop(kind: JournalKind): false {
    this.dropped[kind] += 1;
    return false;
  }
}
