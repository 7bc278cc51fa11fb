import type { Usage } from '@cairn/contracts';
import {
  type Document,
  type Documents,
  noQuotas,
  pagesOf,
  type Quotas,
  type QuotasInForce,
} from '@cairn/kernel';
import type { Charge } from '../../domain/usage/charge.js';
import type { Place } from '../../domain/usage/place.js';
import { accountOf, isSame, type Payer, payerOf } from './payers.js';
import { USAGE, VERSION_USAGE } from './project.js';

type Today = Pick<Documents, 'find' | 'get'>;

interface UsageDocument extends Document {
  readonly items?: number;
  readonly bytes?: number;
  /** Of a dataset. */
  readonly owner_id?: string;
  /** Of a dataset; absent or null where it is in none. */
  readonly organization_id?: string | null;
}

/** What is charged to somebody, and from how many documents that was added up. */
export interface Used extends Charge {
  readonly documents: number;
}

const DATASETS_AT_ONCE = 500;
const VERSIONS_AT_ONCE = 1_000;

const placeIn = ({ owner_id = '', organization_id = null }: UsageDocument): Place => ({
  ownerId: owner_id,
  organizationId: organization_id,
});

const isInNone = ({ organization_id: id = null }: UsageDocument): boolean => id === null;

/** The sum over the datasets that are charged to an account or an organization, and their versions. */
export const usedBy = async (today: Today, payer: Payer, quotas: QuotasInForce): Promise<Used> => {
  const sum = { datasets: 0, items: 0, bytes: 0, documents: 0 };
  const add = (found: readonly UsageDocument[]): void => {
    sum.documents += found.length;
    for (const { items = 0, bytes = 0 } of found) {
      sum.items += items;
      sum.bytes += bytes;
    }
  };
  /** What is in no organization is its owner's, as most is: nothing is asked for it. */
  const chargedOf = async (found: readonly UsageDocument[]): Promise<readonly UsageDocument[]> => {
    if (payer.kind === 'organization' || found.every(isInNone)) return found;
    const payers = await Promise.all(found.map((each) => payerOf(placeIn(each), quotas)));
    return found.filter((_, index) => isSame(payers[index]!, payer));
  };
  const field = payer.kind === 'account' ? 'owner_id' : 'organization_id';
  const filter = { fields: { [field]: payer.id } };
  for await (const found of pagesOf(today, USAGE, filter, DATASETS_AT_ONCE, 'id')) {
    const datasets = await chargedOf(found);
    if (datasets.length === 0) continue;
    sum.datasets += datasets.length;
    add(datasets);
    const within = { fields: { dataset_id: datasets.map(({ id }) => id) } };
    for await (const versions of pagesOf(today, VERSION_USAGE, within, VERSIONS_AT_ONCE, 'id')) add(versions);
  }
  return sum;
};

/** What a dataset takes with its versions: what a new owner is charged. */
export const heldBy = async (today: Today, datasetId: string): Promise<Charge> => {
  const sum = { datasets: 1, items: 0, bytes: 0 };
  const add = ({ items = 0, bytes = 0 }: Pick<UsageDocument, 'items' | 'bytes'>): void => {
    sum.items += items;
    sum.bytes += bytes;
  };
  add(((await today.get(USAGE, datasetId)) as UsageDocument | undefined) ?? {});
  const within = { fields: { dataset_id: datasetId } };
  for await (const versions of pagesOf(today, VERSION_USAGE, within, VERSIONS_AT_ONCE, 'id'))
    (versions as readonly UsageDocument[]).forEach(add);
  return sum;
};

/** Whose a dataset is, and where; `undefined` when it is purged, or not known yet. */
export const placeOf = async (today: Today, datasetId: string): Promise<Place | undefined> => {
  const found = (await today.get(USAGE, datasetId)) as UsageDocument | undefined;
  return found?.owner_id === undefined ? undefined : placeIn(found);
};

/** Items that a version ever had. */
export const itemsEverIn = async (today: Today, versionId: string): Promise<number> =>
  ((await today.get(VERSION_USAGE, versionId)) as UsageDocument | undefined)?.items ?? 0;

/** What is charged to an account, and what it may use. */
export const usageOfAccount = async (today: Today, userId: string, quotas: QuotasInForce): Promise<Usage> =>
  told(await usedBy(today, accountOf(userId), quotas), await quotas.ofAccount(userId));

/** What is in an organization, and what it may use where it has a quota of its own. */
export const usageOfOrganization = async (
  today: Today,
  id: string,
  quotas: QuotasInForce,
): Promise<Usage> => {
  const used = await usedBy(today, { kind: 'organization', id }, quotas);
  return told(used, (await quotas.ofOrganization(id)) ?? noQuotas);
};

const told = (used: Charge, quotas: Quotas): Usage => {
  const of = (bound: keyof Charge) => ({
    used: used[bound],
    ...(quotas[bound] === 0 ? {} : { limit: quotas[bound] }),
  });
  return { datasets: of('datasets'), items: of('items'), bytes: of('bytes') };
};
