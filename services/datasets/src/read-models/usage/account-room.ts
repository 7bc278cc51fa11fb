import type { Documents, Quotas, Refusal } from '@cairn/kernel';
import { type Charge, NO_CHARGE } from '../../domain/usage/charge.js';
import { quotaRefusal } from '../../domain/usage/quota.js';
import { chargedFor, usedBy } from './queries.js';
import { Recent } from './recent.js';

/** So old may be what is known of an account that is far from its bounds, and who owns a dataset. */
const RECENT_MS = 1_000;
/** More than an account takes in that time. */
const FAR: Charge = { datasets: 1_000, items: 100_000, bytes: 32 * 1024 ** 3 };
/** Near the bounds it is read each time; of an account with many documents only so often: it takes a tenth of a core. */
const MS_A_DOCUMENT = 0.1;

/** What an account has left for a change. */
export interface Room {
  /** Why the change may not be made. */
  readonly refusal: Refusal | undefined;
  readonly bytesLeft: number;
}

const ENDLESS: Room = { refusal: undefined, bytesLeft: Number.POSITIVE_INFINITY };

/**
 * What accounts have left, by the documents: what was answered before is in them (law 2), what is under way is not. One
 * for each process that asks.
 */
export class AccountRoom {
  readonly #owners: Recent<string | undefined>;
  readonly #used: Recent<Awaited<ReturnType<typeof usedBy>>>;

  constructor(
    documents: Pick<Documents, 'find' | 'get'>,
    private readonly quotas: Quotas,
    now?: () => number,
  ) {
    this.#owners = new Recent((datasetId) => chargedFor(documents, datasetId), now);
    this.#used = new Recent((ownerId) => usedBy(documents, ownerId), now);
  }

  /** For a change of what is in a dataset. One whose owner nobody knows yet has room. */
  async inDataset(datasetId: string, wanted: Partial<Charge>): Promise<Room> {
    if (this.#isEndless) return ENDLESS;
    const owner = await this.#owners.get(datasetId, RECENT_MS);
    return owner === undefined ? ENDLESS : this.ofAccount(owner, wanted);
  }

  async ofAccount(ownerId: string, wanted: Partial<Charge>): Promise<Room> {
    if (this.#isEndless) return ENDLESS;
    const whole = { ...NO_CHARGE, ...wanted };
    let used = await this.#used.get(ownerId, RECENT_MS);
    if (quotaRefusal(withFar(used), whole, this.quotas) !== undefined)
      used = await this.#used.get(ownerId, used.documents * MS_A_DOCUMENT);
    const { bytes } = this.quotas;
    return {
      refusal: quotaRefusal(used, whole, this.quotas),
      bytesLeft: bytes === 0 ? Number.POSITIVE_INFINITY : Math.max(0, bytes - used.bytes),
    };
  }

  get #isEndless(): boolean {
    const { datasets, items, bytes } = this.quotas;
    return datasets + items + bytes === 0;
  }
}

const withFar = (used: Charge): Charge => ({
  datasets: used.datasets + FAR.datasets,
  items: used.items + FAR.items,
  bytes: used.bytes + FAR.bytes,
});
