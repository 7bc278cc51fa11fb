import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { exampleInvitation, exampleOrganization, exampleOrgMember } from '../groups/examples.js';
import { Invitation, NewInvitation, OrgMember } from '../groups/member.js';

const tag = 'Organizations';
const path = '/api/v1/organizations/{id}/invitations';
const Within = Type.Object({ id: Uuid });
const Params = Type.Object({ id: Uuid, invitation_id: Uuid });
const Mailed = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'What the mailed link carries, or the id of one of your own invitations.',
  }),
});

export const listInvitations = operation({
  id: 'listInvitations',
  tag,
  summary: 'List whom the organization has invited',
  method: 'GET',
  path,
  access: 'members:write',
  params: Within,
  list: { sort: ['created_at', 'updated_at'], defaultSort: '-created_at', filters: {} },
  replies: ok('The invitations.', Type.Array(Invitation)),
  errors: ['forbidden'],
  example: { reply: [exampleInvitation] },
});

export const getInvitation = operation({
  id: 'getInvitation',
  tag,
  summary: 'Read an invitation',
  method: 'GET',
  path: `${path}/{invitation_id}`,
  access: 'members:write',
  params: Params,
  etag: true,
  replies: ok('The invitation.', Invitation),
  errors: ['forbidden'],
  example: { reply: exampleInvitation },
});

export const createInvitation = operation({
  id: 'createInvitation',
  tag,
  summary: 'Invite somebody by e-mail',
  description:
    'The mail carries a link that is good for 30 days, once. Whether there is an account with that address is not told.',
  method: 'POST',
  path,
  access: 'members:write',
  params: Within,
  etag: true,
  body: NewInvitation,
  replies: created('The invitation.', Invitation),
  errors: ['forbidden', 'role_exceeds_yours', 'conflict', 'mail_limit'],
  example: { body: { email: 'grace@example.org', role_slug: 'org_member' }, reply: exampleInvitation },
});

export const resendInvitation = operation({
  id: 'resendInvitation',
  tag,
  summary: 'Mail an invitation again',
  description: 'The same link, good for 30 days from now on. One invitation is mailed five times at most.',
  method: 'POST',
  path: `${path}/{invitation_id}/resend`,
  access: 'members:write',
  params: Params,
  etag: true,
  replies: ok('The invitation.', Invitation),
  errors: ['forbidden', 'role_exceeds_yours', 'invitation_invalid', 'conflict', 'mail_limit'],
  example: { reply: { ...exampleInvitation, expires_at: '2026-04-07T09:15:00.000Z' } },
});

export const revokeInvitation = operation({
  id: 'revokeInvitation',
  tag,
  summary: 'Take an invitation back',
  method: 'DELETE',
  path: `${path}/{invitation_id}`,
  access: 'members:write',
  params: Params,
  etag: true,
  replies: deleted('The invitation', Invitation),
  errors: ['forbidden', 'invitation_invalid'],
  example: { reply: exampleInvitation },
});

export const listMyInvitations = operation({
  id: 'listMyInvitations',
  tag,
  summary: 'List the organizations that invite you',
  description:
    'Open invitations to your e-mail address, once it is verified. An invitation that came before your last sign-in is accepted already.',
  method: 'GET',
  path: '/api/v1/me/invitations',
  access: 'me:read',
  list: { sort: ['created_at'], defaultSort: '-created_at', filters: {} },
  replies: ok('The invitations.', Type.Array(Invitation)),
  example: { reply: [{ ...exampleInvitation, organization_name: exampleOrganization.name }] },
});

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  tag,
  summary: 'Accept an invitation',
  description: 'It is for the account that has the address to which it was mailed.',
  method: 'POST',
  path: '/api/v1/invitations/{token}/accept',
  access: 'me:write',
  params: Mailed,
  replies: ok('You, as a member of the organization.', OrgMember),
  errors: ['session_required', 'invitation_invalid', 'other_address', 'already_member', 'conflict'],
  example: { reply: exampleOrgMember },
});

export const declineInvitation = operation({
  id: 'declineInvitation',
  tag,
  summary: 'Decline an invitation',
  method: 'POST',
  path: '/api/v1/invitations/{token}/decline',
  access: 'me:write',
  params: Mailed,
  replies: { 204: { description: 'It cannot be used any more. Who invited is shown that it was declined.' } },
  errors: ['session_required', 'invitation_invalid', 'other_address'],
});
