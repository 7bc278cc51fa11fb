import type { AssetResource } from '@cairn/contracts';
import {
  type AccountRooms,
  type Admission,
  type Documents,
  ENDLESS_ROOM,
  type Projection,
  type QuotasInForce,
  type ServiceTools,
} from '@cairn/kernel';
import { AccountRoom } from './account-room.js';
import { usageAdmission } from './admission.js';
import { type ChargedKind, type Charging, chargingOf, type UsageRules } from './charging.js';
import { usageProjection } from './project.js';
import { type UsageReads, usageReads } from './queries.js';

/** How accounts and organizations are charged for one kind of asset, and what they have left for it. */
export interface AssetUsage extends UsageReads, Pick<Charging, 'chargeOf' | 'chargeOfAll' | 'goesOn'> {
  readonly resource: AssetResource;
  /** `<area>.usage`. */
  readonly projection: Projection;
  /** Of its service. */
  readonly admission: (tools: Pick<ServiceTools, 'documents' | 'quotas'>) => Admission;
  /** What is left, for work and uploads. */
  room(this: void, documents: Pick<Documents, 'findPage' | 'get'>, quotas: QuotasInForce): AccountRoom;
}

/** Charges a kind of asset: its service runs `projection` and `admission`. */
export const assetUsage = (asset: ChargedKind, rules: UsageRules): AssetUsage => {
  const charging = chargingOf(asset, rules);
  const { chargeOf, chargeOfAll, goesOn } = charging;
  return {
    resource: asset.contract.resource,
    ...{ chargeOf, chargeOfAll, goesOn },
    ...usageReads(charging),
    projection: usageProjection(asset, charging, rules.version),
    admission: usageAdmission(asset, charging),
    room: (documents, quotas) => new AccountRoom(charging, documents, quotas),
  };
};

/** What is left for assets of these kinds. */
export const accountRoomsOf = (
  usages: readonly Pick<AssetUsage, 'resource' | 'room'>[],
  documents: Pick<Documents, 'findPage' | 'get'>,
  quotas: QuotasInForce,
): AccountRooms => {
  const rooms = new Map(usages.map(({ resource, room }) => [resource, room(documents, quotas)]));
  return {
    inAsset: async ({ resource, id }, wanted) => rooms.get(resource)?.inAsset(id, wanted) ?? ENDLESS_ROOM,
  };
};
