import {
  type AccountRooms,
  type Documents,
  ENDLESS_ROOM,
  type Quotas,
  type QuotasInForce,
  type Room,
} from '@cairn/kernel';
import { type Charge, NO_CHARGE } from '../../domain/usage/charge.js';
import { quotaRefusal } from '../../domain/usage/quota.js';
import type { Place } from '../../domain/usage/place.js';
import { type Payer, payerOf } from './payers.js';
import { placeOf, usedBy } from './queries.js';
import { Recent } from './recent.js';

/** So old may be what is known of who is far from the bounds, and where a dataset is. */
const RECENT_MS = 1_000;
/** More than an account takes in that time. */
const FAR: Charge = { datasets: 1_000, items: 100_000, bytes: 32 * 1024 ** 3 };
/** Near the bounds it is read each time; of an account with many documents only so often: it takes a tenth of a core. */
const MS_A_DOCUMENT = 0.1;

/**
 * What accounts and organizations have left, by the documents: what was answered before is in them (law 2), what is under
 * way is not. One for each process that asks.
 */
export class AccountRoom implements AccountRooms {
  readonly #places: Recent<Place | undefined>;
  readonly #used: Recent<Awaited<ReturnType<typeof usedBy>>>;

  constructor(
    documents: Pick<Documents, 'find' | 'get'>,
    private readonly quotas: QuotasInForce,
    now?: () => number,
  ) {
    this.#places = new Recent((datasetId) => placeOf(documents, datasetId), now);
    this.#used = new Recent((key) => usedBy(documents, payerIn(key), quotas), now);
  }

  /** For a change of what is in a dataset. One of which nobody knows yet where it is has room. */
  async inDataset(datasetId: string, wanted: Partial<Charge>): Promise<Room> {
    const place = await this.#places.get(datasetId, RECENT_MS);
    return place === undefined ? ENDLESS_ROOM : this.of(await this.payerOf(place), wanted);
  }

  /** Who is charged for what is there. */
  payerOf(place: Place): Promise<Payer> {
    return payerOf(place, this.quotas);
  }

  async of(payer: Payer, wanted: Partial<Charge>): Promise<Room> {
    const quotas = await this.#quotasOf(payer);
    if (quotas === undefined || isEndless(quotas)) return ENDLESS_ROOM;
    const whole = { ...NO_CHARGE, ...wanted };
    const key = keyOf(payer);
    let used = await this.#used.get(key, RECENT_MS);
    if (quotaRefusal(withFar(used), whole, quotas) !== undefined)
      used = await this.#used.get(key, used.documents * MS_A_DOCUMENT);
    const { bytes } = quotas;
    return {
      refusal: quotaRefusal(used, whole, quotas, payer.kind),
      bytesLeft: bytes === 0 ? Number.POSITIVE_INFINITY : Math.max(0, bytes - used.bytes),
    };
  }

  #quotasOf({ kind, id }: Payer): Promise<Quotas | undefined> {
    return kind === 'account' ? this.quotas.ofAccount(id) : this.quotas.ofOrganization(id);
  }
}

const isEndless = ({ datasets, items, bytes }: Quotas): boolean => datasets + items + bytes === 0;

const keyOf = ({ kind, id }: Payer): string => `${kind} ${id}`;
const payerIn = (key: string): Payer => {
  const [kind, id] = key.split(' ') as [Payer['kind'], string];
  return { kind, id };
};

const withFar = (used: Charge): Charge => ({
  datasets: used.datasets + FAR.datasets,
  items: used.items + FAR.items,
  bytes: used.bytes + FAR.bytes,
});
