import type { AssetEventData, AssetEventDefinitions } from '@cairn/contracts';
import { type AssetCaller, type Decision, isRefusal, type Refusal } from '@cairn/kernel';
import type { MayAccess } from './access.js';
import { previousOf, readersWith } from './share-readers.js';
import { sharesAfter } from './shares.js';
import type { AssetState, KnownAsset } from './state.js';
import { groupMissing, type Groups, type Seen } from './visibility.js';

/** Whose an asset shall be, and where; why not is told to who may transfer it. */
export interface Destination {
  readonly userId: string;
  readonly groups: Groups | Refusal;
}

type Place = AssetEventData['transferred']['previous'];

/** Gives an asset to somebody, or moves it between groups (SPEC-21). */
export const transferredBy =
  ({ mayAccess, events }: { readonly mayAccess: MayAccess; readonly events: AssetEventDefinitions }) =>
  (state: AssetState<KnownAsset>, { userId, groups }: Destination, caller: AssetCaller): Decision => {
    const current = mayAccess(caller, state, 'transfer');
    if (isRefusal(current)) return current;
    if (isRefusal(groups)) return groups;
    const previous = placeIn(current);
    const next: Place = { user_id: userId, ...groups, ...seenIn(current, groups) };
    if (isSame(previous, next)) return [];
    return moved(events, current, { previous, next }, caller.at);
  };

/** Shares with the new owner end, others stay. */
const moved = (
  events: AssetEventDefinitions,
  current: KnownAsset,
  { previous, next }: { readonly previous: Place; readonly next: Place },
  at: string,
): Decision => {
  const own = Object.values(current.shares).filter(({ user_id }) => user_id === next.user_id);
  let { shares } = current;
  const ended = own.map(({ id: share_id }) => {
    shares = sharesAfter(shares, { does: 'shareRemoved', data: { share_id, readers: [] } }, at);
    const previous = previousOf(current, share_id);
    return events.shareRemoved.of({ share_id, ...previous, readers: readersWith(current, shares) });
  });
  const readers = readersWith({ ...current, ...next }, shares);
  return [...ended, events.transferred.of({ ...next, previous, readers })];
};

/** What a visibility is among these groups: nobody gains by a move to where it names nothing. */
const seenIn = ({ visibility, public: isPublic }: KnownAsset, groups: Groups): Seen =>
  groupMissing(visibility, groups) === undefined
    ? { visibility, public: isPublic }
    : { visibility: 'private', public: false };

const placeIn = (asset: KnownAsset): Place => ({
  user_id: asset.user_id,
  organization_id: asset.organization_id,
  project_id: asset.project_id,
  public: asset.public,
  visibility: asset.visibility,
});

const isSame = (one: Place, other: Place): boolean =>
  one.user_id === other.user_id &&
  one.organization_id === other.organization_id &&
  one.project_id === other.project_id &&
  one.visibility === other.visibility;
