import {
  type AccessAction,
  type AssetCaller,
  type BeforeAndAfter,
  type Decision,
  inFuture,
  isRefusal,
  notFound,
  notRevertible,
  type Refusal,
  refuse,
  undoneFields,
} from '@cairn/kernel';
import type { Deciding } from './decisions.js';
import { type AssetContent, contentOf } from './difference.js';
import type { AssetState, KnownAsset } from './state.js';
import { groupMissing, isShownToOthers } from './visibility.js';

/** The event to undo, seen from both sides, and what else the kind of asset asks of what it would be again. */
export interface Reverting<Known extends KnownAsset> extends BeforeAndAfter<AssetState<Known>> {
  readonly isFuture: boolean;
  /** Why the caller may not put it back into the groups that it was in. */
  readonly placing?: Refusal | undefined;
  /** Whether the fields may be set back, as far as they are the asset's own. */
  readonly canStand: (undone: Partial<AssetContent<Known>>) => boolean;
}

/** Undoes one event (SPEC-8): every field that it changed must still be what it made of it. */
export const revertedBy = <Known extends KnownAsset>(
  { name: { called }, mayAccess, eventsToReach }: Deciding,
  state: AssetState<Known>,
  reverting: Reverting<Known>,
  caller: AssetCaller,
): Decision => {
  const current = mayAccess(caller, state, 'write', true);
  if (isRefusal(current)) return current;
  if (reverting.isFuture) return inFuture();
  const undone = undoneContent(current, reverting);
  const gone = goneRefused(called, current, undone);
  if (gone !== undefined) return gone;
  if (isRefusal(undone)) return undone;
  if (!reverting.canStand(undone) || !isWhole({ ...current, ...undone })) return notRevertible();
  const allowed = mayAccess(caller, current, actionFor(current, undone), true);
  return refusalAmong(allowed, undone, reverting) ?? eventsToReach(current, undone, caller);
};

const refusalAmong = (
  allowed: KnownAsset | Refusal,
  undone: Partial<AssetContent>,
  reverting: { readonly placing?: Refusal | undefined },
): Refusal | undefined => (isRefusal(allowed) ? allowed : placingRefused(undone, reverting));

/** Of what is deleted only the deletion can be undone; of what is purged nothing. */
const goneRefused = (
  called: string,
  { status }: KnownAsset,
  undone: Partial<AssetContent> | Refusal,
): Refusal | undefined => {
  if (status === 'purged') return refuse('purged', `The ${called} was removed for good.`);
  return status === 'deleted' && (isRefusal(undone) || undone.status === undefined) ? notFound() : undefined;
};

const undoneContent = <Known extends KnownAsset>(
  current: Known,
  { before, after }: BeforeAndAfter<AssetState<Known>>,
): Partial<AssetContent<Known>> | Refusal => {
  if (before.status === 'none' || after.status === 'none') return notRevertible();
  // Whose it is nobody takes back: it is given again.
  if (before.user_id !== after.user_id) return notRevertible();
  const { fields, changedSince } = undoneFields(contentOf(before), contentOf(after), contentOf(current));
  if (changedSince.length > 0) return notRevertible(changedSince);
  // A version that it has is not taken away.
  if ('version_count' in fields) return notRevertible();
  return Object.keys(fields).length === 0 ? notRevertible() : fields;
};

const placingRefused = (
  { organization_id, project_id }: Partial<AssetContent>,
  { placing }: { readonly placing?: Refusal | undefined },
): Refusal | undefined => (organization_id === undefined && project_id === undefined ? undefined : placing);

const isWhole = (next: KnownAsset): boolean =>
  groupMissing(next.visibility, next) === undefined && next.status !== 'purged';

const actionFor = (current: KnownAsset, undone: Partial<AssetContent>): AccessAction => {
  if (undone.status !== undefined) return 'delete';
  return isShownToOthers(current, { ...current, ...undone }) ? 'share' : 'write';
};

/** What pointers to what was changed since lead into. */
export const viewOfAsset = (state: AssetState<KnownAsset>): unknown =>
  state.status === 'none' ? undefined : { ...contentOf(state), deleted: state.status !== 'live' };
