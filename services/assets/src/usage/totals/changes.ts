import { applyChanges, type BeforeBatch, type Change, type Document } from '@cairn/kernel';
import { type Charge, NO_CHARGE, sumOf } from '../charge.js';
import type { UsageName } from '../charging.js';
import {
  assetOf,
  heldInEach,
  numberOf,
  placeOfUsage,
  usageCollections,
  type UsageDocument,
} from '../documents.js';
import { isSamePlace } from '../place.js';
import { type Held, lessHeld, moreHeld, NOTHING_HELD, type Sums } from './sums.js';

export interface Batch {
  readonly name: UsageName;
  readonly before: BeforeBatch;
  readonly batch: readonly Change[];
  /** Whether an asset is in the totals. */
  isIn(this: void, assetId: string): boolean;
}

/** An asset with what is in it. */
export const heldOf = (name: UsageName, asset: UsageDocument, within: Charge = NO_CHARGE): Held => ({
  ...sumOf(sumOf(numberOf(name, 1), asset), within),
  assets: 1,
});

/** Adds what a batch changes of the assets that are in the totals. */
export const addChanges = async (batch: Batch, sums: Sums): Promise<void> => {
  const streams = await changedStreams(batch);
  const assets = (await changedAssets(batch, [...streams.keys()])).filter(({ id }) => batch.isIn(id));
  const moved = assets.filter(isMoved).map(({ id }) => id);
  const within = await heldInEach(batch.name, batch.before, moved);
  for (const asset of assets) addAsset(batch.name, asset, { streams, within }, sums);
};

/** A document as it is before and after a batch. */
interface Changed {
  readonly id: string;
  readonly before: UsageDocument | undefined;
  readonly after: UsageDocument | undefined;
}

const isMoved = ({ before, after }: Changed): boolean =>
  !isSamePlace(placeOfUsage(before), placeOfUsage(after));

interface Within {
  /** What the batch adds to what is in an asset. */
  readonly streams: ReadonlyMap<string, Held>;
  /** What was in one that goes elsewhere. */
  readonly within: ReadonlyMap<string, Charge>;
}

const addAsset = (name: UsageName, asset: Changed, { streams, within }: Within, sums: Sums): void => {
  const { id, before, after } = asset;
  const [from, to] = [placeOfUsage(before), placeOfUsage(after)];
  const added = streams.get(id) ?? NOTHING_HELD;
  const held = within.get(id);
  if (from !== undefined) sums.add(from, lessHeld(NOTHING_HELD, heldOf(name, before!, held)));
  if (to !== undefined) sums.add(to, moreHeld(heldOf(name, after!, held), added));
};

/** What a batch adds to what is in each asset: less than nothing where a stream goes. */
const changedStreams = async (batch: Batch): Promise<ReadonlyMap<string, Held>> => {
  const { name } = batch;
  const added = new Map<string, Held>();
  const add = (stream: UsageDocument | undefined, change: typeof moreHeld): void => {
    const id = assetOf(name, stream);
    if (stream === undefined || id === undefined) return;
    const held = { ...sumOf(NO_CHARGE, stream), assets: 0 };
    added.set(id, change(added.get(id) ?? NOTHING_HELD, held));
  };
  for (const { before, after } of await changedIn(batch, usageCollections(name).streams)) {
    add(before, lessHeld);
    add(after, moreHeld);
  }
  return added;
};

const changedAssets = (batch: Batch, holding: readonly string[]): Promise<readonly Changed[]> =>
  changedIn(batch, usageCollections(batch.name).assets, holding);

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
