import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { exampleInvitation, exampleOrgMember } from '../groups/examples.js';
import { Invitation, NewInvitation, OrgMember } from '../groups/member.js';

const tag = 'Organizations';
const path = '/api/v1/organizations/{id}/invitations';
const Within = Type.Object({ id: Uuid });
const Params = Type.Object({ id: Uuid, invitation_id: Uuid });

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
  errors: ['forbidden', 'role_exceeds_yours', 'conflict'],
  example: { body: { email: 'grace@example.org', role_slug: 'org_member' }, reply: exampleInvitation },
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

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  tag,
  summary: 'Accept an invitation that was mailed',
  method: 'POST',
  path: '/api/v1/invitations/{token}/accept',
  access: 'me:write',
  params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  replies: ok('You, as a member of the organization.', OrgMember),
  errors: ['session_required', 'invitation_invalid', 'already_member', 'conflict'],
  example: { reply: exampleOrgMember },
});
