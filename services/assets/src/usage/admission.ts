import type { Admission, Admitted, ServiceTools } from '@cairn/kernel';
import { assetIdOf } from '../access/asked.js';
import type { AssetState, KnownAsset } from '../domain/state.js';
import { AccountRoom } from './account-room.js';
import type { ChargedKind, Charging } from './charging.js';
import { isSame, type Payer } from './payers.js';
import { type Place, placeAfter } from './place.js';
import { usageReads } from './queries.js';

/** Refuses what who is charged for the asset has no room for; what goes on whatever is stored is admitted. */
export const usageAdmission =
  (asset: ChargedKind, charging: Charging) =>
  ({ documents, quotas }: Pick<ServiceTools, 'documents' | 'quotas'>): Admission => {
    const room = new AccountRoom(charging, documents, quotas);
    const { heldBy } = usageReads(charging);
    const { goesOn, chargeOfAll } = charging;
    return async (decided) => {
      const { category, events } = decided;
      if (category !== asset.aggregate.category)
        return events.every(goesOn)
          ? undefined
          : (await room.inAsset(assetIdOf(asset, decided), chargeOfAll(events))).refusal;
      const [before, after] = await payersOf(decided, room, charging);
      if (before !== undefined && !isSame(before, after))
        return (await room.of(after, await heldBy(documents, idOf(decided)))).refusal;
      return events.every(goesOn) ? undefined : (await room.of(after, chargeOfAll(events))).refusal;
    };
  };

const idOf = ({ state }: Admitted): string => (state as { readonly id: string }).id;

/** Who is charged for an asset before (nobody for one that is made by this) and after what was decided. */
const payersOf = async (
  { state, events }: Admitted,
  room: AccountRoom,
  { placedBy }: Charging,
): Promise<readonly [before: Payer | undefined, after: Payer]> => {
  const place = placeIn(state as AssetState<KnownAsset>);
  const next = placeAfter(place, events, placedBy);
  const before = place && (await room.payerOf(place));
  return [before, before !== undefined && next === place ? before : await room.payerOf(next)];
};

const placeIn = (state: AssetState<KnownAsset>): Place | undefined =>
  state.status === 'none' ? undefined : { ownerId: state.user_id, organizationId: state.organization_id };
