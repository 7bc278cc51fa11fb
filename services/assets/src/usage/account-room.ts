import { type Documents, ENDLESS_ROOM, type Quotas, type QuotasInForce, type Room } from '@cairn/kernel';
import { type Charge, NO_CHARGE, sumOf } from './charge.js';
import type { UsageName } from './charging.js';
import { keyOf, type Payer, payerOf } from './payers.js';
import type { Place } from './place.js';
import { usageReads } from './queries.js';
import { quotaRefusal } from './quota.js';
import { Recent } from './recent.js';
import type { Used } from './used.js';

/** So old may be what is known of who is far from the bounds, and where an asset is. */
const RECENT_MS = 1_000;
/** More than an account takes in that time. */
const FAR: Charge = { datasets: 1_000, items: 100_000, bytes: 32 * 1024 ** 3 };
/** Near the bounds it is read each time; where many documents are read for it only so often: it takes a tenth of a core. */
const MS_A_DOCUMENT = 0.1;

/**
 * What accounts and organizations have left for one kind of asset, by the documents: what was answered before is in them
 * (law 2), what is under way is not. One for each process that asks.
 */
export class AccountRoom {
  readonly #called: string;
  readonly #places: Recent<Place | undefined>;
  readonly #used: Recent<Used>;

  constructor(
    name: UsageName,
    documents: Pick<Documents, 'findPage' | 'get'>,
    private readonly quotas: QuotasInForce,
    now?: () => number,
  ) {
    const { placeOf, totalOf } = usageReads(name);
    this.#called = name.called;
    this.#places = new Recent((assetId) => placeOf(documents, assetId), now);
    this.#used = new Recent((key) => totalOf(documents, payerIn(key), quotas), now);
  }

  /** For a change of what is in an asset. One of which nobody knows yet where it is has room. */
  async inAsset(assetId: string, wanted: Partial<Charge>): Promise<Room> {
    const place = await this.#places.get(assetId, RECENT_MS);
    return place === undefined ? ENDLESS_ROOM : this.of(await this.payerOf(place), wanted);
  }

  /** Who is charged for what is there. */
  payerOf(place: Place): Promise<Payer> {
    return payerOf(place, this.quotas);
  }

  async of(payer: Payer, some: Partial<Charge>): Promise<Room> {
    const quotas = await this.#quotasOf(payer);
    if (quotas === undefined || isEndless(quotas)) return ENDLESS_ROOM;
    const wanted = { ...NO_CHARGE, ...some };
    const key = keyOf(payer);
    let used = await this.#used.get(key, RECENT_MS);
    if (quotaRefusal(this.#called, { used: sumOf(used, FAR), wanted, quotas }) !== undefined)
      used = await this.#used.get(key, used.documents * MS_A_DOCUMENT);
    const { bytes } = quotas;
    return {
      refusal: quotaRefusal(this.#called, { used, wanted, quotas }, payer.kind),
      bytesLeft: bytes === 0 ? Number.POSITIVE_INFINITY : Math.max(0, bytes - used.bytes),
    };
  }

  #quotasOf({ kind, id }: Payer): Promise<Quotas | undefined> {
    return kind === 'account' ? this.quotas.ofAccount(id) : this.quotas.ofOrganization(id);
  }
}

const isEndless = ({ datasets, items, bytes }: Quotas): boolean => datasets + items + bytes === 0;

const payerIn = (key: string): Payer => {
  const [kind, id] = key.split(' ') as [Payer['kind'], string];
  return { kind, id };
};
