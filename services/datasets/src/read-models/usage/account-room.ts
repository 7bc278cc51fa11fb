import type { Documents, Quotas, QuotasInForce, Refusal } from '@cairn/kernel';
import { type Charge, NO_CHARGE, sumOf } from '../../domain/usage/charge.js';
import { BOUNDS, quotaRefusal } from '../../domain/usage/quota.js';
import type { Place } from '../../domain/usage/place.js';
import { type Payer, payerOf } from './payers.js';
import { placeOf, type Used, usedBy } from './queries.js';
import { Recent } from './recent.js';

/** So old may be what is known of where a dataset is, and of who is just far enough from the bounds. */
const RECENT_MS = 1_000;
/** More than an account takes in that time. Who is so many times as far from the bounds is added up so much less often. */
const FAR: Charge = { datasets: 1_000, items: 100_000, bytes: 32 * 1024 ** 3 };
const MOST_TIMES = 10;
/** Near the bounds it is read each time; of an account with many documents, near or far, only so often: it takes a tenth of a core. */
const MS_A_DOCUMENT = 0.1;

/** What an account or an organization has left for a change. */
export interface Room {
  /** Why the change may not be made. */
  readonly refusal: Refusal | undefined;
  readonly bytesLeft: number;
}

/** What was added up, and what was admitted since. */
interface Known {
  readonly used: Used;
  admitted: Charge;
}

const ENDLESS: Room = { refusal: undefined, bytesLeft: Number.POSITIVE_INFINITY };

/**
 * What accounts and organizations have left, by the documents: what was answered before is in them (law 2), what is under
 * way is not. One for each process that asks.
 */
export class AccountRoom {
  readonly #places: Recent<Place | undefined>;
  readonly #known: Recent<Known>;

  constructor(
    documents: Pick<Documents, 'find' | 'get'>,
    private readonly quotas: QuotasInForce,
    now?: () => number,
  ) {
    this.#places = new Recent((datasetId) => placeOf(documents, datasetId), now);
    this.#known = new Recent(
      async (key) => ({ used: await usedBy(documents, payerIn(key), quotas), admitted: NO_CHARGE }),
      now,
    );
  }

  /** For a change of what is in a dataset. One of which nobody knows yet where it is has room. */
  async inDataset(datasetId: string, wanted: Partial<Charge>): Promise<Room> {
    const place = await this.#places.get(datasetId, () => RECENT_MS);
    return place === undefined ? ENDLESS : this.of(await this.payerOf(place), wanted);
  }

  /** Who is charged for what is there. */
  payerOf(place: Place): Promise<Payer> {
    return payerOf(place, this.quotas);
  }

  async of(payer: Payer, wanted: Partial<Charge>): Promise<Room> {
    const quotas = await this.#quotasOf(payer);
    if (quotas === undefined || isEndless(quotas)) return ENDLESS;
    const whole = { ...NO_CHARGE, ...wanted };
    const known = await this.#known.get(keyOf(payer), (before) =>
      Math.max(before.used.documents * MS_A_DOCUMENT, farMs(before, whole, quotas)),
    );
    const { used } = known;
    const refusal = quotaRefusal(used, whole, quotas, payer.kind);
    if (refusal === undefined) known.admitted = sumOf(known.admitted, whole);
    const { bytes } = quotas;
    return { refusal, bytesLeft: bytes === 0 ? Number.POSITIVE_INFINITY : Math.max(0, bytes - used.bytes) };
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

/**
 * How old what is known may be, milliseconds: as long as an account takes at least to come to a bound, by what is wanted
 * and was admitted. Organizations whose quota may be set meanwhile are looked at each second.
 */
const farMs = ({ used, admitted }: Known, wanted: Charge, quotas: Quotas): number => {
  const timesFar = (bound: (typeof BOUNDS)[number]): number =>
    wanted[bound] === 0 || quotas[bound] === 0
      ? MOST_TIMES
      : (quotas[bound] - used[bound] - admitted[bound] - wanted[bound]) / FAR[bound];
  const times = Math.min(used.isByQuotas ? 1 : MOST_TIMES, ...BOUNDS.map(timesFar));
  return times < 1 ? 0 : times * RECENT_MS;
};
