import type { BeforeBatch, Change } from '@cairn/kernel';
import { type Charge, NO_CHARGE, sumOf } from '../charge.js';
import type { Place } from '../place.js';
import { type TotalDocument, type TotalKey, totalKeysOf } from './documents.js';

/** How many are charged and what they take; less than nothing where it goes. */
export interface Held extends Charge {
  readonly counted: number;
}

export const NOTHING_HELD: Held = { ...NO_CHARGE, counted: 0 };
export const moreHeld = (one: Held, other: Held): Held => ({
  ...sumOf(one, other),
  counted: one.counted + other.counted,
});
export const lessHeld = (one: Held, other: Held): Held => ({
  datasets: one.datasets - other.datasets,
  items: one.items - other.items,
  bytes: one.bytes - other.bytes,
  counted: one.counted - other.counted,
});

/** What is added to totals. */
export class Sums {
  readonly #sums = new Map<string, { readonly key: TotalKey; readonly held: Held }>();

  add(place: Place, held: Held): void {
    for (const key of totalKeysOf(place)) {
      const before = this.#sums.get(key.id)?.held ?? NOTHING_HELD;
      this.#sums.set(key.id, { key, held: moreHeld(before, held) });
    }
  }

  /** One that nothing is left in goes: it names somebody. */
  async changes(before: BeforeBatch, collection: string): Promise<readonly Change[]> {
    const changed = [...this.#sums.values()].filter(({ held }) => isSomething(held));
    if (changed.length === 0) return [];
    const ids = changed.map(({ key }) => key.id);
    const found = (await before.getMany(collection, ids)) as readonly TotalDocument[];
    const stored = new Map(found.map((one) => [one.id, one]));
    return changed.map(({ key, held }): Change => {
      const now = moreHeld(stored.get(key.id) ?? NOTHING_HELD, held);
      return now.counted === 0
        ? { kind: 'remove', collection, id: key.id }
        : { kind: 'put', collection, document: { ...key, ...now } };
    });
  }
}

const isSomething = ({ datasets, items, bytes, counted }: Held): boolean =>
  datasets !== 0 || items !== 0 || bytes !== 0 || counted !== 0;
