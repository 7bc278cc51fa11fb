import type { BeforeBatch, Change, Derived } from '@cairn/kernel';
import { addChanges } from './changes.js';
import { PROGRESS, type ProgressDocument } from './documents.js';
import { Sums } from './sums.js';
import type { Totalled } from './totalled.js';
import { heldIn, heldOf } from './within.js';

/**
 * What owners and organizations are charged, kept: each batch adds what it changes. Where there are no totals yet, after
 * a rebuild, each batch adds some more of what is there, by the ids; of what is not in yet nothing is added.
 */
export const keptTotals = (totalled: Totalled): Derived => ({
  collections: [{ name: totalled.totals, indexes: [{ kind: 'compound', fields: ['payer'] }] }],
  changes: async (before, batch) => {
    const sums = new Sums();
    const { isIn, told } = await filled(totalled, before, sums);
    await addChanges({ totalled, before, batch, isIn }, sums);
    return [...told, ...(await sums.changes(before, totalled.totals))];
  },
});

interface Filled {
  /** Whether what has this id is in the totals. */
  readonly isIn: (id: string) => boolean;
  readonly told: readonly Change[];
}

/** Adds what is next, as it is before the batch. */
const filled = async (totalled: Totalled, before: BeforeBatch, sums: Sums): Promise<Filled> => {
  const { collection, totals, atOnce } = totalled;
  const [progress] = (await before.getMany(totals, [PROGRESS.id])) as readonly ProgressDocument[];
  if (progress?.up_to === null) return { isIn: () => true, told: [] };
  const after = progress && { value: progress.up_to, id: progress.up_to };
  const { documents: page, isEnd } = await before.findPage(collection, {
    ...{ filter: {}, sort: 'id', limit: atOnce },
    ...(after === undefined ? {} : { after }),
  });
  const ids = page.map(({ id }) => id);
  const within = await heldIn(totalled, before, ids);
  for (const one of page) {
    const charged = totalled.chargedOf(one);
    if (charged !== undefined) sums.add(charged.place, heldOf(charged, within.get(one.id)));
  }
  const upTo = isEnd ? null : ids.at(-1)!;
  return {
    isIn: (id) => upTo === null || id <= upTo,
    told: [{ kind: 'put', collection: totals, document: { ...PROGRESS, up_to: upTo } }],
  };
};
