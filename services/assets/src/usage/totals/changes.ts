import { applyChanges, type BeforeBatch, type Change, type Document } from '@cairn/kernel';
import { type Charge, NO_CHARGE, sumOf } from '../charge.js';
import { isSamePlace } from '../place.js';
import { type Held, lessHeld, moreHeld, NOTHING_HELD, type Sums } from './sums.js';
import type { Totalled } from './totalled.js';
import { heldIn, heldOf, holderOf } from './within.js';

export interface Batch {
  readonly totalled: Totalled;
  readonly before: BeforeBatch;
  readonly batch: readonly Change[];
  /** Whether what has this id is in the totals. */
  isIn(this: void, id: string): boolean;
}

/** Adds what a batch changes of what is in the totals. */
export const addChanges = async (batch: Batch, sums: Sums): Promise<void> => {
  const { totalled, before, isIn } = batch;
  const added = await addedWithin(batch);
  const all = await changedIn(batch, totalled.collection, [...added.keys()]);
  const changed = all.filter(({ id }) => isIn(id)).map((each) => chargesOf(totalled, each));
  const moved = changed.filter(({ from, to }) => !isSamePlace(from?.place, to?.place));
  const within = await heldIn(
    totalled,
    before,
    moved.map(({ id }) => id),
  );
  for (const { id, from, to } of changed) {
    const held = within.get(id);
    if (from !== undefined) sums.add(from.place, lessHeld(NOTHING_HELD, heldOf(from, held)));
    if (to !== undefined) sums.add(to.place, moreHeld(heldOf(to, held), added.get(id) ?? NOTHING_HELD));
  }
};

/** A document as it is before and after a batch. */
interface Changed {
  readonly id: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

const chargesOf = ({ chargedOf }: Totalled, { id, before, after }: Changed) => ({
  id,
  from: before && chargedOf(before),
  to: after && chargedOf(after),
});

/** What a batch adds to what is in each document: less than nothing where something goes. */
const addedWithin = async (batch: Batch): Promise<ReadonlyMap<string, Held>> => {
  const { totalled } = batch;
  const added = new Map<string, Held>();
  const add = (one: Document | undefined, change: typeof moreHeld): void => {
    const id = one && holderOf(totalled, one);
    if (id === undefined) return;
    const held = { ...sumOf(NO_CHARGE, one as Partial<Charge>), counted: 0 };
    added.set(id, change(added.get(id) ?? NOTHING_HELD, held));
  };
  if (totalled.within === undefined) return added;
  for (const { before, after } of await changedIn(batch, totalled.within.collection)) {
    add(before, lessHeld);
    add(after, moreHeld);
  }
  return added;
};

/** The documents of a collection that a batch changes, and others. */
const changedIn = async (
  { before, batch }: Batch,
  collection: string,
  others: readonly string[] = [],
): Promise<readonly Changed[]> => {
  const changes = batch.filter((change) => change.collection === collection);
  const ids = [...new Set([...changes.map(idOf), ...others])];
  if (ids.length === 0) return [];
  const stored = new Map((await before.getMany(collection, ids)).map((one) => [one.id, one]));
  const after = new Map<string, Document>(stored);
  applyChanges(new Map([[collection, after]]), changes);
  return ids.map((id) => ({ id, before: stored.get(id), after: after.get(id) }));
};

const idOf = (change: Change): string => (change.kind === 'put' ? change.document.id : change.id);
