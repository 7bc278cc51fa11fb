import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Nullable, OneOf, Time, Uuid } from '../../kit/schemas.js';
import { ORGANIZATION, ROLE, USER } from '../../kit/example-ids.js';
import { groupKinds } from './group.js';

/** Why a membership is over. */
const membershipEndings = ['left', 'removed', 'expired', 'erased'] as const;
export type MembershipEnding = (typeof membershipEndings)[number];

const group = { user_id: Uuid, group_kind: OneOf(groupKinds), group_id: Uuid, organization_id: Uuid };
const role = { role_id: Uuid, role_slug: Type.String() };
const previous = {
  previous_role_slug: Type.Optional(Type.String({ description: 'The role until then.' })),
};
const exampleGroup = {
  user_id: USER,
  group_kind: 'organization' as const,
  group_id: ORGANIZATION,
  organization_id: ORGANIZATION,
};

export const MembershipGranted = event({
  name: 'MembershipGranted',
  storedType: 'identity.membership.granted.v1',
  description:
    'Somebody is a member of an organization, a team or a project from now on, until `expires_at`.',
  schema: Type.Object({
    ...group,
    ...role,
    expires_at: Type.Optional(Time),
    invited_by: Type.Optional(Uuid),
  }),
  example: { ...exampleGroup, role_id: ROLE, role_slug: 'org_member', invited_by: USER },
});

export const MembershipChanged = event({
  name: 'MembershipChanged',
  storedType: 'identity.membership.changed.v1',
  description: 'A member has another role, or is one until another time; null: without an end.',
  schema: Type.Object({ ...group, ...role, expires_at: Nullable(Time), ...previous }),
  example: {
    ...exampleGroup,
    role_id: ROLE,
    role_slug: 'org_member',
    expires_at: '2026-06-01T09:15:00.000Z',
  },
});

export const MembershipEnded = event({
  name: 'MembershipEnded',
  storedType: 'identity.membership.ended.v1',
  description: 'Somebody is no longer a member.',
  schema: Type.Object({
    ...group,
    reason: OneOf(membershipEndings),
    expires_at: Type.Optional(
      Type.String({ ...Time, description: 'When it was over, of one that expired.' }),
    ),
    ...previous,
  }),
  example: { ...exampleGroup, reason: 'left' },
});

/** The events of `membership-<id>`, where the id is derived from the person's: all memberships of one person. */
export const membershipEvents = { MembershipGranted, MembershipChanged, MembershipEnded } as const;
export type MembershipEvent = EventOf<(typeof membershipEvents)[keyof typeof membershipEvents]>;
