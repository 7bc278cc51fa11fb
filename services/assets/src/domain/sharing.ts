import type {
  AssetEventData,
  AssetEventDefinitions,
  ShareChanges,
  ShareEnding,
  ShareRole,
} from '@cairn/contracts';
import {
  type AssetCaller,
  type Decision,
  isRefusal,
  notFound,
  type Principal,
  type Refusal,
  refuse,
  scopesCover,
  systemRoleId,
  utcTime,
} from '@cairn/kernel';
import { type AssetName, type MayAccess } from './access.js';
import { previousOf, readersWith } from './share-readers.js';
import { type KnownShare, lapsesAt, sharesAfter } from './shares.js';
import type { AssetState, KnownAsset } from './state.js';

const MOST_SHARES = 1_000;
/** Whom a share is for, as identity tells it. */
export interface Sharee {
  /** Absent: who was asked by e-mail is not known, or is nobody of a common organization. */
  readonly user_id?: string | undefined;
  readonly address_key?: string | undefined;
  /** It takes effect without being accepted. */
  readonly immediate: boolean;
}

/** What a share is made of. */
export interface NewShare {
  readonly id: string;
  readonly sharee: Sharee | Refusal;
  readonly email?: string | undefined;
  readonly role: ShareRole | Refusal;
  readonly expires_at?: string | null | undefined;
  readonly version_id?: string | undefined;
  readonly versionIsOwn: boolean;
  readonly without_invite: boolean;
}

/** As what a body wants to share: by slug or by id, a viewer when it says nothing. */
export const shareRoleOf = ({
  role_slug,
  role_id,
}: Pick<ShareChanges, 'role_slug' | 'role_id'>): ShareRole | Refusal | undefined => {
  if (role_id === undefined) return role_slug;
  const slug = (['share_viewer', 'share_editor'] as const).find((each) => systemRoleId(each) === role_id);
  if (slug === undefined || (role_slug !== undefined && role_slug !== slug))
    return refuse('invalid_body', 'role_id and role_slug name no role that something can be shared as.', [
      { pointer: '/role_id', code: 'invalid', message: 'is neither share_viewer nor share_editor' },
    ]);
  return slug;
};

/** Times are compared as texts: the end is kept in UTC, whatever zone it was written in. */
const endOf = (expires_at: string | null | undefined): string | null | undefined =>
  typeof expires_at === 'string' ? utcTime(expires_at) : expires_at;
const isOver = (expires_at: string | null | undefined, at: string): boolean =>
  typeof expires_at === 'string' && expires_at <= at;
const inPast = (): Refusal => refuse('in_past', 'expires_at is not later than now.');

export interface SharingDeciding {
  readonly name: AssetName;
  readonly mayAccess: MayAccess;
  readonly events: AssetEventDefinitions;
}

type State = AssetState<KnownAsset>;

/** An account, the key of its address while it can be used, and whether mails there are known to reach the person. */
export interface AddressHolder {
  readonly userId: string;
  readonly addressKey: string | undefined;
  readonly verified: boolean;
  /** Now, RFC 3339. */
  readonly at: string;
}

/** The asset, when a share is the caller's, and a key is for sharing. */
const sharedWithCaller = (
  { name: { resource }, mayAccess }: Pick<SharingDeciding, 'name' | 'mayAccess'>,
  state: State,
  shareId: string,
  caller: AssetCaller,
): KnownAsset | undefined => {
  const current = mayAccess(caller, state, 'read');
  if (isRefusal(current) || !scopesCover(caller.principal.scopes, `${resource}:share`)) return undefined;
  return current.shares[shareId]?.user_id === caller.principal.userId ? current : undefined;
};

/** What Cairn itself does with shares that wait. */
const ownDecisions = (events: AssetEventDefinitions) => ({
  /** What waits for an address is taken by the account of which that address is verified; else nothing is. */
  acceptShareFor: (state: State, shareId: string, holder: AddressHolder): Decision => {
    const share = state.status === 'live' ? state.shares[shareId] : undefined;
    return share?.pending === true && holder.verified && isHolder(share, holder)
      ? acceptedBy(events, state, shareId, holder)
      : [];
  },
  /** What nobody has accepted in time goes, and what waits for somebody who is erased. */
  lapseShare: (
    state: State,
    shareId: string,
    { principal, at }: Pick<AssetCaller, 'principal' | 'at'>,
    reason?: ShareEnding,
  ): Decision => {
    if (principal.kind !== 'system') return refuse('forbidden', 'Shares lapse by a timer only.');
    if (state.status === 'none') return notFound();
    return state.shares[shareId]?.pending === true ? removed(events, state, shareId, at, reason) : [];
  },
});

/** What is decided about shares; nothing of it depends on the kind of asset. */
export const shareDecisions = ({ name, mayAccess, events }: SharingDeciding) => ({
  share: (state: State, wanted: NewShare, caller: AssetCaller): Decision => {
    const current = mayAccess(caller, state, 'share');
    if (isRefusal(current)) return current;
    const made = { ...wanted, expires_at: endOf(wanted.expires_at) };
    const refused = refusalOf(current, made, caller.at);
    if (refused !== undefined) return refused;
    const data = sharedBy(made, caller.principal);
    const shares = sharesAfter(current.shares, { does: 'shared', data }, caller.at);
    return [events.shared.of({ ...data, readers: readersWith(current, shares) })];
  },
  /** By who holds the mailed token, and has the address that it was mailed to (S20). */
  acceptShare: (state: State, shareId: string, holder: AddressHolder): Decision =>
    acceptedBy(events, state, shareId, holder),
  updateShare: (
    state: State,
    shareId: string,
    { role, ...wanted }: Pick<NewShare, 'expires_at'> & { readonly role: NewShare['role'] | undefined },
    caller: AssetCaller,
  ): Decision => {
    const expires_at = endOf(wanted.expires_at);
    const current = mayAccess(caller, state, 'share');
    if (isRefusal(current)) return current;
    const share = current.shares[shareId];
    if (share === undefined) return notFound();
    if (isRefusal(role)) return role;
    if (isOver(expires_at, caller.at)) return inPast();
    return updated(events, current, shareId, changesOf(share, role, expires_at), caller.at);
  },
  /** By who may share it, or by who it is shared with. */
  removeShare: (state: State, shareId: string, caller: AssetCaller): Decision => {
    const sharing = mayAccess(caller, state, 'share');
    if (!isRefusal(sharing))
      return sharing.shares[shareId] === undefined
        ? notFound()
        : removed(events, sharing, shareId, caller.at);
    const own = sharedWithCaller({ name, mayAccess }, state, shareId, caller);
    return own === undefined ? sharing : removed(events, own, shareId, caller.at);
  },
  ...ownDecisions(events),
});

const acceptedBy = (
  events: AssetEventDefinitions,
  state: State,
  shareId: string,
  holder: AddressHolder,
): Decision => {
  const share = state.status === 'live' ? state.shares[shareId] : undefined;
  if (state.status !== 'live' || share === undefined) return notFound();
  if (!share.pending) return share.user_id === holder.userId ? [] : notFound();
  return acceptRefusal(state, share, holder) ?? accepted(events, state, shareId, holder);
};

/** Of what waits for an address. */
const isHolder = (share: KnownShare, { addressKey }: AddressHolder): boolean =>
  addressKey !== undefined && share.address_key === addressKey;

/** Why somebody may not take a share that waits to be accepted. */
const acceptRefusal = (asset: KnownAsset, share: KnownShare, holder: AddressHolder): Refusal | undefined => {
  const { userId: user_id, at } = holder;
  if (lapsesAt(share.created_at) <= at || isOver(share.expires_at, at)) return notFound();
  if (share.user_id !== null && share.user_id !== user_id) return notFound();
  if (share.user_id === null && !isHolder(share, holder))
    return refuse('other_address', 'It was shared with another address than that of your account.');
  // Who was asked twice, by address and by id, takes what they want of it, once.
  const taken = Object.fromEntries(Object.entries(asset.shares).filter(([, { pending }]) => !pending));
  return takenRefusal({ ...asset, shares: taken }, { user_id, immediate: true });
};

const accepted = (
  events: AssetEventDefinitions,
  asset: KnownAsset,
  share_id: string,
  { userId: user_id, at }: AddressHolder,
): Decision => {
  const data = { share_id, user_id };
  const shares = sharesAfter(asset.shares, { does: 'shareAccepted', data: { ...data, readers: [] } }, at);
  const previous = previousOf(asset, share_id);
  return [events.shareAccepted.of({ ...data, ...previous, readers: readersWith(asset, shares) })];
};

type Changes = Pick<AssetEventData['shareUpdated'], 'role' | 'expires_at'>;

/** What is other than it is already. */
const changesOf = (
  share: KnownShare,
  role: ShareRole | undefined,
  expires_at: string | null | undefined,
): Changes => ({
  ...(role === undefined || role === share.role ? {} : { role }),
  ...(expires_at === undefined || expires_at === share.expires_at ? {} : { expires_at }),
});

const updated = (
  events: AssetEventDefinitions,
  asset: KnownAsset,
  share_id: string,
  changes: Changes,
  at: string,
): Decision => {
  if (Object.keys(changes).length === 0) return [];
  const data = { share_id, ...changes };
  const shares = sharesAfter(asset.shares, { does: 'shareUpdated', data: { ...data, readers: [] } }, at);
  const previous = previousOf(asset, share_id);
  return [events.shareUpdated.of({ ...data, ...previous, readers: readersWith(asset, shares) })];
};

const removed = (
  events: AssetEventDefinitions,
  asset: KnownAsset,
  share_id: string,
  at: string,
  reason?: ShareEnding,
): Decision => {
  const data = { share_id, ...(reason === undefined ? {} : { reason }) };
  const shares = sharesAfter(asset.shares, { does: 'shareRemoved', data: { ...data, readers: [] } }, at);
  const previous = previousOf(asset, share_id);
  return [events.shareRemoved.of({ ...data, ...previous, readers: readersWith(asset, shares) })];
};

/** Why it may not be shared so. */
const refusalOf = (asset: KnownAsset, made: NewShare, at: string): Refusal | undefined => {
  const { sharee, role, expires_at, version_id, versionIsOwn } = made;
  if (isRefusal(role)) return role;
  if (isOver(expires_at, at)) return inPast();
  if (version_id !== undefined && !versionIsOwn)
    return refuse('foreign_version', 'entity_version_id names no version of this asset.');
  if (isRefusal(sharee)) return sharee;
  if (Object.keys(asset.shares).length >= MOST_SHARES)
    return refuse('too_many_shares', `There are ${MOST_SHARES} shares already: use a team.`);
  return takenRefusal(asset, sharee);
};

/** Whether somebody needs no share, or has one. */
const takenRefusal = (
  { user_id: owner, shares }: KnownAsset,
  { user_id, address_key }: Sharee,
): Refusal | undefined => {
  if (user_id === owner) return refuse('share_with_owner', 'The owner needs no share.');
  const isTaken = Object.values(shares).some(
    (share) =>
      (user_id !== undefined && share.user_id === user_id) ||
      (address_key !== undefined && share.address_key === address_key),
  );
  return isTaken ? refuse('share_exists', 'It is shared with them already.') : undefined;
};

const sharedBy = (
  { id, sharee, email, role, expires_at, version_id, without_invite }: NewShare,
  { userId }: Principal,
): AssetEventData['shared'] => {
  const { user_id, address_key, immediate } = sharee as Sharee;
  return {
    share_id: id,
    ...(user_id === undefined ? {} : { user_id }),
    ...(email === undefined || immediate ? {} : { email }),
    ...(address_key === undefined ? {} : { address_key }),
    role: role as ShareRole,
    ...(typeof expires_at === 'string' ? { expires_at } : {}),
    ...(version_id === undefined ? {} : { version_id }),
    request_user_id: userId,
    pending: !immediate,
    without_invite,
    readers: [],
  };
};
