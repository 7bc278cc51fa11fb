import { type AccessAction, isRefusal, type Parent, type RecordPermission } from '@cairn/kernel';
import { givenAsset } from './access/asked.js';
import type { AssetKind } from './domain/kind.js';
import type { KnownAsset } from './domain/state.js';
import type { AssetDocument } from './read-models/document.js';
import type { AssetReads } from './read-models/reads.js';

/** What must be allowed on the asset for what is asked of a record in it: who writes it deletes what is in it. */
const ACTIONS = {
  read: 'read',
  write: 'write',
  delete: 'write',
} as const satisfies Record<RecordPermission, AccessAction>;

/** What records in assets of one kind stand under: its rights, its end, and where its history begins. */
export const assetAsParent = <Known extends KnownAsset, Kept extends AssetDocument>(
  kind: AssetKind<Known>,
  collection: string,
  { readable, refusal, visibleSince }: Pick<AssetReads<Kept>, 'readable' | 'refusal' | 'visibleSince'>,
): Parent => ({
  collection,
  refusal: async (context, id, permission) => {
    const found = await givenAsset(kind, context, id, ACTIONS[permission]);
    return isRefusal(found) ? found : undefined;
  },
  isOpen: async (context, id, permission) =>
    (await readable(context, id)) !== undefined &&
    (permission === 'read' || (await refusal(context, id, ACTIONS[permission])) === undefined),
  visibleSince,
});
