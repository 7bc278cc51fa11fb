import {
  type GroupKindName,
  MembershipChanged,
  type MembershipEnding,
  MembershipEnded,
  MembershipGranted,
} from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { notFound } from '../group/decisions.js';
import { isInForce, type Membership, membershipIn, membershipsOf, type MembershipState } from './state.js';

/** A group as memberships tell it. */
export interface MembershipPlace {
  readonly kind: GroupKindName;
  readonly id: string;
  readonly organizationId: string;
}

/** What a membership is to be; times are RFC 3339. */
export interface Wish {
  readonly userId: string;
  readonly role: { readonly id: string; readonly slug: string };
  readonly until: string | null;
}

const fieldsOf = (userId: string, { kind, id, organizationId }: MembershipPlace) => ({
  user_id: userId,
  group_kind: kind,
  group_id: id,
  organization_id: organizationId,
});
const placeOf = ({ kind, groupId, organizationId }: Membership): MembershipPlace => ({
  kind,
  id: groupId,
  organizationId,
});
/** `over`: when it was, of one that expired. */
const ended = (userId: string, held: Membership, reason: MembershipEnding, over?: string) =>
  MembershipEnded.of({
    ...fieldsOf(userId, placeOf(held)),
    reason,
    ...(over === undefined ? {} : { expires_at: over }),
    previous_role_slug: held.roleSlug,
  });

/** When one that expired was over: at its own end, or with the membership that it is within, whichever came first. */
const overAt = ({ until }: Membership, around: Membership | undefined): string | undefined =>
  [until, around?.until ?? null].filter((end) => end !== null).sort()[0];

const notOfTheOrganization = (): Refusal =>
  refuse('invalid_body', 'Only members of the organization can be added.', [
    { pointer: '/user_id', code: 'unknown', message: 'is no member of the organization' },
  ]);

/**
 * Somebody joins; what has expired makes room, and who comes back into an organization begins with nothing in it. In teams
 * and projects only members of the organization are.
 */
export const decideGrant = (
  state: MembershipState,
  place: MembershipPlace,
  { userId, role, until, invitedBy, at }: Wish & { readonly invitedBy?: string; readonly at: string },
): Decision => {
  const held = membershipIn(state, place.kind, place.id);
  if (held !== undefined && isInForce(held, at))
    return refuse('already_member', 'This person is a member already.');
  if (!mayBeIn(state, place, at)) return notOfTheOrganization();
  return [
    ...endedIn(state, place, { userId, reason: 'expired' }),
    MembershipGranted.of({
      ...fieldsOf(userId, place),
      role_id: role.id,
      role_slug: role.slug,
      ...(until === null ? {} : { expires_at: until }),
      ...(invitedBy === undefined ? {} : { invited_by: invitedBy }),
    }),
  ];
};

/** In teams and projects are members of the organization alone. */
const mayBeIn = (state: MembershipState, { kind, organizationId }: MembershipPlace, at: string): boolean => {
  const within = membershipIn(state, 'organization', organizationId);
  return kind === 'organization' || (within !== undefined && isInForce(within, at));
};

/** Another role, or another end. `before` is the role that the caller was allowed to change. */
export const decideChange = (
  state: MembershipState,
  place: MembershipPlace,
  { userId, role, until, before }: Wish & { readonly before: string },
): Decision => {
  const held = membershipIn(state, place.kind, place.id);
  if (held === undefined) return notFound();
  if (held.roleId !== before)
    return refuse('conflict', 'The membership is being changed by others; try again.');
  if (held.roleId === role.id && held.until === until) return [];
  return [
    MembershipChanged.of({
      ...fieldsOf(userId, place),
      role_id: role.id,
      role_slug: role.slug,
      expires_at: until,
      previous_role_slug: held.roleSlug,
    }),
  ];
};

/** A membership ends, and with one of an organization those of what is in it. */
const endedIn = (
  state: MembershipState,
  { kind, id, organizationId }: MembershipPlace,
  { userId, reason }: { readonly userId: string; readonly reason: MembershipEnding },
) => {
  const held = membershipIn(state, kind, id);
  const within = membershipsOf(state).filter(
    (one) => kind === 'organization' && one !== held && one.organizationId === organizationId,
  );
  return [...within, ...(held === undefined ? [] : [held])].map((one) =>
    ended(userId, one, reason, reason === 'expired' ? overAt(one, held) : undefined),
  );
};

/** Who leaves an organization leaves what is in it. */
export const decideEnd = (
  state: MembershipState,
  place: MembershipPlace,
  { userId, reason, before }: { userId: string; reason: MembershipEnding; before: string },
): Decision => {
  const held = membershipIn(state, place.kind, place.id);
  if (held === undefined) return notFound();
  if (held.roleId !== before)
    return refuse('conflict', 'The membership is being changed by others; try again.');
  return endedIn(state, place, { userId, reason });
};

/** All that somebody is a member of. */
export const decideEndAll = (state: MembershipState, userId: string): Decision =>
  membershipsOf(state).map((held) => ended(userId, held, 'erased'));

/** One whose end has come, with what is within it; a later one stays. */
export const decideExpire = (
  state: MembershipState,
  place: Pick<MembershipPlace, 'kind' | 'id'>,
  { userId, at }: { readonly userId: string; readonly at: string },
): Decision => {
  const held = membershipIn(state, place.kind, place.id);
  return held === undefined || isInForce(held, at)
    ? []
    : endedIn(state, placeOf(held), { userId, reason: 'expired' });
};
