import { type GroupKindName, type MembershipEvent, membershipEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** That a person is in a group now; times are RFC 3339. */
export interface Membership {
  readonly kind: GroupKindName;
  readonly groupId: string;
  readonly organizationId: string;
  readonly roleId: string;
  readonly roleSlug: string;
  readonly since: string;
  /** It counts no more from then on; null: without an end. */
  readonly until: string | null;
}

/**
 * What has ended stands in the events alone. Of very many memberships each is in the share of its group's id, so that one
 * more copies few of them. Shares have numbers: objects with names of their own would differ in shape from person to
 * person, and the engine looks into such slowly.
 */
export interface MembershipState {
  readonly held: readonly (readonly Membership[])[];
  /** When a membership of an organization ended last, by organization: RFC 3339. */
  readonly left: Readonly<Record<string, string>>;
}

/** With more in one share there come to be more shares. */
const MOST_IN_A_SHARE = 64;
const END = 4;

const shareOf = (groupId: string, shares: number): number => {
  if (shares === 1) return 0;
  let sum = 0;
  for (let at = Math.max(groupId.length - END, 0); at < groupId.length; at += 1)
    sum = sum * 31 + groupId.charCodeAt(at);
  return sum % shares;
};

const isOf = (kind: GroupKindName, groupId: string) => (one: Membership) =>
  one.kind === kind && one.groupId === groupId;

/** What somebody is in a group, expired or not. */
export const membershipIn = (
  { held }: MembershipState,
  kind: GroupKindName,
  groupId: string,
): Membership | undefined => {
  for (const one of held[shareOf(groupId, held.length)] ?? [])
    if (one.groupId === groupId && one.kind === kind) return one;
  return undefined;
};

/** All of a person, expired or not. */
export const membershipsOf = ({ held }: MembershipState): readonly Membership[] => held.flat();

/** Memberships in so many shares, or in more. */
export const inShares = (memberships: readonly Membership[], count = 1): MembershipState['held'] => {
  const shares = Array.from({ length: count }, (): Membership[] => []);
  for (const one of memberships) shares[shareOf(one.groupId, count)]?.push(one);
  const isFull = shares.some(({ length }) => length > MOST_IN_A_SHARE) && count < memberships.length;
  return isFull ? inShares(memberships, count * 8 - 1) : shares;
};

/** Whether it has not expired; `at` is now, RFC 3339. */
export const isInForce = ({ until }: Pick<Membership, 'until'>, at: string): boolean =>
  until === null || until > at;

type Granted = Exclude<MembershipEvent, { readonly type: 'MembershipEnded' }>['data'];

const held = (data: Granted, since: string): Membership => ({
  kind: data.group_kind,
  groupId: data.group_id,
  organizationId: data.organization_id,
  roleId: data.role_id,
  roleSlug: data.role_slug,
  since,
  until: data.expires_at ?? null,
});

/** `membership-<id>`: of what one person is a member, as what, until when; asked for by the person's id, of which its own is derived. */
export const membership = aggregate<MembershipState, MembershipEvent>({
  category: 'membership',
  keyWord: 'membership',
  events: Object.values(membershipEvents),
  stateVersion: 3,
  initial: { held: [[]], left: {} },
  evolve: (state, event, { at }) => {
    const { group_kind: kind, group_id: groupId } = event.data;
    const isThis = isOf(kind, groupId);
    const place = shareOf(groupId, state.held.length);
    const share = state.held[place] ?? [];
    const others = share.filter((one) => !isThis(one));
    const since = share.find(isThis)?.since ?? at;
    const now = event.type === 'MembershipEnded' ? others : [...others, held(event.data, since)];
    const leaves = event.type === 'MembershipEnded' && kind === 'organization';
    const left = leaves ? { ...state.left, [groupId]: at } : state.left;
    const shares = state.held.with(place, now);
    return { held: now.length > MOST_IN_A_SHARE ? inShares(shares.flat(), shares.length) : shares, left };
  },
});
