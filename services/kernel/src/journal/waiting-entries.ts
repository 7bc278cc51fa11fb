import { timestamp } from '../clock/port.js';
import { entryId } from './entry-ids.js';
import type { Accessed } from './port.js';
import { type AccessRow, forgotten } from './store.js';

/** Of the room for accesses, what is left for those of administrators, per cent. */
const FOR_ADMINISTRATORS = 20;

/** What was noted and is not written yet: bounded, and counted where it has no room. */
export class WaitingEntries {
  #dropped = 0;
  readonly #accesses: AccessRow[] = [];
  readonly #ordinary: number;
  /** Persons who were forgotten, and when: what still comes of them tells nothing. */
  readonly #forgotten = new Map<string, number>();

  constructor(private readonly most: number) {
    this.#ordinary = Math.floor((most * (100 - FOR_ADMINISTRATORS)) / 100);
  }

  get size(): number {
    return this.#accesses.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Whether there was room. */
  access({ isAct, isRefused, isAdministrators, ...told }: Accessed, now: number): boolean {
    if (this.#accesses.length >= (isAdministrators ? this.most : this.#ordinary)) {
      this.#dropped += 1;
      return false;
    }
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

  /** The oldest; they wait on until they are `written`, or `lost`. */
  batch(size: number): readonly AccessRow[] {
    return this.#accesses.slice(0, size);
  }

  written(batch: readonly AccessRow[]): void {
    this.#accesses.splice(0, batch.length);
  }

  lost(batch: readonly AccessRow[]): void {
    this.written(batch);
    this.#dropped += batch.length;
  }
}
