import { performance } from 'node:perf_hooks';
import type { Clock } from '../../clock/port.js';
import { BlobsUnavailable, type Blobs } from '../port.js';
import type { Turns } from '../../clock/turns.js';
import type { Copy, Listed } from './copies.js';
import type { Shelf } from './shelf.js';

/** A removal that takes longer is given up: its mark must outlive it by far. */
const REMOVED_WITHIN_MS = 60_000;
const MARK_STAYS_MS = 24 * 60 * 60 * 1000;

/**
 * Removes blobs of a bucket that many processes put into at the same time, without a lock. To remove a copy is to mark it
 * as condemned first and to look then whether it was touched; to put is to write or touch a copy first and to look then
 * whether it is condemned. Whoever comes second sees the other: either the copy stays, or the one who put it takes the
 * next number (`~1`). The mark stays a day after the removal, so that a request that was held up meets no new copy.
 * One process collects at a time.
 */
export const collect = async (
  shelf: Shelf,
  turns: Turns,
  clock: Clock,
  { isReferenced, untouchedSince }: Parameters<Blobs['collect']>[0],
): Promise<number> => {
  let removed = 0;
  let seen = '';
  for await (const object of shelf.all()) {
    const { sha256, mark } = object.name;
    await clearOldMark(shelf, object, clock.now() - MARK_STAYS_MS);
    if (mark !== undefined || sha256 === seen) continue;
    seen = sha256;
    if (object.modified >= untouchedSince || (await isReferenced(sha256))) continue;
    if (await turns(sha256, () => remove(shelf, sha256, untouchedSince))) removed += 1;
  }
  await shelf.abandonUploads(untouchedSince);
  return removed;
};

/** False when it was touched since, or is condemned already: then a removal is under way or was broken off. */
const remove = async (shelf: Shelf, sha256: string, untouchedSince: number): Promise<boolean> => {
  const isUntouched = (copy: Copy): boolean => copy.touched < untouchedSince;
  const before = await copiesThere(shelf, sha256);
  if (!before.every((copy) => isUntouched(copy) && copy.condemned === undefined)) return false;
  const until = performance.now() + REMOVED_WITHIN_MS;
  for (const { number } of before) await shelf.condemn(sha256, number);
  const condemned = await copiesThere(shelf, sha256);
  if (!condemned.every((copy) => isUntouched(copy) && copy.condemned !== undefined)) return false;
  for (const { number } of condemned) {
    if (performance.now() > until) throw new BlobsUnavailable(`blob ${sha256} took too long to remove`);
    await shelf.remove(sha256, number);
    await shelf.remove(sha256, number, 'touched');
  }
  return condemned.length > 0;
};

const copiesThere = async (shelf: Shelf, sha256: string): Promise<readonly Copy[]> =>
  [...(await shelf.copies(sha256)).values()].filter(({ size }) => size !== undefined);

/**
 * Takes away a mark that is so old that nobody can be on the way to the removal any more: the copy may be relied upon
 * again, if it is there.
 */
const clearOldMark = async (shelf: Shelf, { name, modified }: Listed, before: number): Promise<void> => {
  const { sha256, copy: number, mark } = name;
  if (mark !== 'condemned' || modified >= before) return;
  const copy = (await shelf.copies(sha256)).get(number);
  if (copy?.condemned === undefined || copy.condemned >= before) return;
  if (copy.size === undefined) await shelf.remove(sha256, number, 'touched');
  await shelf.remove(sha256, number, 'condemned');
};
