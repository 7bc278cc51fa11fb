import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal, Personal } from '../../kit/event.js';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';
import { INVITATION, ORGANIZATION, ROLE, USER } from '../../kit/example-ids.js';

const InvitationSent = event({
  name: 'InvitationSent',
  storedType: 'identity.invitation.sent.v1',
  description:
    'Somebody is asked by e-mail to become a member of an organization. The address is sealed under a key of the invitation.',
  schema: Type.Object({
    id: Uuid,
    organization_id: Uuid,
    email: Personal(),
    address_key: Type.Optional(Internal(Uuid)),
    role_id: Uuid,
    role_slug: Type.String(),
    /** Of the membership that comes of it. */
    member_until: Type.Optional(Time),
    invited_by: Uuid,
    expires_at: Time,
  }),
  example: {
    id: INVITATION,
    organization_id: ORGANIZATION,
    email: 'grace@example.org',
    role_id: ROLE,
    role_slug: 'org_member',
    invited_by: USER,
    expires_at: '2026-03-31T09:15:00.000Z',
  },
  subject: 'id',
});

const InvitationResent = event({
  name: 'InvitationResent',
  storedType: 'identity.invitation.resent.v1',
  description:
    'An open invitation is mailed again, with the same link, and is good from now on for as long as a new one. `mail` says which of its mails this is, `invited_by` who had it sent.',
  schema: Type.Object({ mail: Type.Integer({ minimum: 2 }), invited_by: Uuid, expires_at: Time }),
  example: { mail: 2, invited_by: USER, expires_at: '2026-04-07T09:15:00.000Z' },
});

const InvitationAccepted = event({
  name: 'InvitationAccepted',
  storedType: 'identity.invitation.accepted.v1',
  description: 'Somebody accepted an invitation; it cannot be used again.',
  schema: Type.Object({ user_id: Uuid }),
  example: { user_id: USER },
});

const InvitationDeclined = event({
  name: 'InvitationDeclined',
  storedType: 'identity.invitation.declined.v1',
  description: 'Whoever was invited does not want to join; the invitation cannot be used again.',
  schema: Type.Object({}),
  example: {},
});

/** Why Cairn itself took an invitation back. */
const invitationEndings = ['address_erased'] as const;

const InvitationRevoked = event({
  name: 'InvitationRevoked',
  storedType: 'identity.invitation.revoked.v1',
  description:
    'An invitation was taken back. `reason`: `address_erased`, it waited for somebody whose account was erased.',
  schema: Type.Object({ reason: Type.Optional(OneOf(invitationEndings)) }),
  example: {},
});

const InvitationExpired = event({
  name: 'InvitationExpired',
  storedType: 'identity.invitation.expired.v1',
  description: 'Nobody accepted an invitation in time.',
  schema: Type.Object({}),
  example: {},
});

/** The events of `invitation-<id>`. */
export const invitationEvents = {
  InvitationSent,
  InvitationResent,
  InvitationAccepted,
  InvitationDeclined,
  InvitationRevoked,
  InvitationExpired,
} as const;
export type InvitationEvent = EventOf<(typeof invitationEvents)[keyof typeof invitationEvents]>;
