import type { Usage } from '@cairn/contracts';
import { type Document, type Documents, pagesOf, type Quotas } from '@cairn/kernel';
import type { Charge } from '../../domain/usage/charge.js';
import { USAGE } from './project.js';

type Today = Pick<Documents, 'find' | 'get'>;

interface UsageDocument extends Document {
  readonly items?: number;
  readonly bytes?: number;
  /** Of a dataset. */
  readonly owner_id?: string;
}

/** What an account uses, and from how many documents that was added up. */
export interface Used extends Charge {
  readonly documents: number;
}

const DATASETS_AT_ONCE = 500;
const VERSIONS_AT_ONCE = 1_000;

/** The sum over the datasets that an account owns, and their versions. */
export const usedBy = async (today: Today, ownerId: string): Promise<Used> => {
  const sum = { datasets: 0, items: 0, bytes: 0, documents: 0 };
  const add = (found: readonly UsageDocument[]): void => {
    sum.documents += found.length;
    for (const { items = 0, bytes = 0 } of found) {
      sum.items += items;
      sum.bytes += bytes;
    }
  };
  const owned = { fields: { owner_id: ownerId } };
  for await (const datasets of pagesOf(today, USAGE, owned, DATASETS_AT_ONCE, 'id')) {
    sum.datasets += datasets.length;
    add(datasets);
    const within = { fields: { dataset_id: datasets.map(({ id }) => id) } };
    for await (const versions of pagesOf(today, USAGE, within, VERSIONS_AT_ONCE, 'id')) add(versions);
  }
  return sum;
};

/** Who is charged for a dataset; `undefined` when it is purged, or not known yet. */
export const chargedFor = async (today: Today, datasetId: string): Promise<string | undefined> =>
  ((await today.get(USAGE, datasetId)) as UsageDocument | undefined)?.owner_id;

/** Items that a version ever had. */
export const itemsEverIn = async (today: Today, versionId: string): Promise<number> =>
  ((await today.get(USAGE, versionId)) as UsageDocument | undefined)?.items ?? 0;

/** What an account uses and may use. */
export const usageOf = async (today: Today, ownerId: string, quotas: Quotas): Promise<Usage> => {
  const used = await usedBy(today, ownerId);
  const of = (bound: keyof Charge) => ({
    used: used[bound],
    ...(quotas[bound] === 0 ? {} : { limit: quotas[bound] }),
  });
  return { datasets: of('datasets'), items: of('items'), bytes: of('bytes') };
};
