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

/** What has ended stands in the events alone. Divided by the end of the group's id, so that one more copies few of many. */
export interface MembershipState {
  readonly held: Readonly<Record<string, readonly Membership[]>>;
  /** When a membership of an organization ended last, by organization: RFC 3339. */
  readonly left: Readonly<Record<string, string>>;
}

const shareOf = (groupId: string): string => groupId.slice(-2);
const isOf = (kind: GroupKindName, groupId: string) => (one: Membership) =>
  one.kind === kind && one.groupId === groupId;

/** What somebody is in a group, expired or not. */
export const membershipIn = (
  { held }: MembershipState,
  kind: GroupKindName,
  groupId: string,
): Membership | undefined => held[shareOf(groupId)]?.find(isOf(kind, groupId));

/** All of a person, expired or not. */
export const membershipsOf = ({ held }: MembershipState): readonly Membership[] => Object.values(held).flat();

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
  stateVersion: 2,
  initial: { held: {}, left: {} },
  evolve: (state, event, { at }) => {
    const { group_kind: kind, group_id: groupId } = event.data;
    const isThis = isOf(kind, groupId);
    const share = state.held[shareOf(groupId)] ?? [];
    const others = share.filter((one) => !isThis(one));
    const since = share.find(isThis)?.since ?? at;
    const now = event.type === 'MembershipEnded' ? others : [...others, held(event.data, since)];
    const leaves = event.type === 'MembershipEnded' && kind === 'organization';
    const left = leaves ? { ...state.left, [groupId]: at } : state.left;
    return { held: { ...state.held, [shareOf(groupId)]: now }, left };
  },
});
