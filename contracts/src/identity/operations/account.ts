import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { deleted, madeFile, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { exampleSession, exampleUser } from '../examples.js';
import { CurrentPassword, PasswordChange, Session, User, UserChanges } from '../resources.js';
import { passwordErrors } from './password-errors.js';

const tag = 'Account';

export const getMe = operation({
  id: 'getMe',
  tag,
  summary: 'Read your account',
  method: 'GET',
  path: '/api/v1/me',
  access: 'me:read',
  etag: true,
  replies: ok('Your account.', User),
  example: { reply: exampleUser },
});

export const updateMe = operation({
  id: 'updateMe',
  tag,
  summary: 'Change your account',
  description:
    'Another user name or address needs `password`, or a sign-in of the last five minutes. The address of before is told of it by mail; the new one is mailed a link that verifies it.',
  method: 'PUT',
  path: '/api/v1/me',
  access: 'me:write',
  etag: true,
  asksPassword: true,
  body: UserChanges,
  replies: ok('Your account as it is now.', User),
  errors: ['session_required', ...passwordErrors, 'login_taken', 'email_taken'],
  example: { body: { firstname: 'Augusta Ada' }, reply: { ...exampleUser, firstname: 'Augusta Ada' } },
});

export const deleteMe = operation({
  id: 'deleteMe',
  tag,
  summary: 'Delete your account and erase your personal data',
  description:
    'Cannot be undone. What you own stays; of that what was private, and in no organization, is reachable by nobody any ' +
    'more, and administrators manage what is in theirs. Memberships end; what you asked models is erased a moment later. ' +
    'Needs `password`, or a sign-in of the last five minutes.',
  method: 'DELETE',
  path: '/api/v1/me',
  access: 'me:write',
  asksPassword: true,
  body: CurrentPassword,
  bodyOptional: true,
  replies: { 204: { description: 'The account is gone and its personal data cannot be read any more.' } },
  errors: ['session_required', ...passwordErrors, 'last_administrator'],
  example: { body: {} },
});

export const changePassword = operation({
  id: 'changePassword',
  tag,
  summary: 'Change your password',
  description:
    'Ends all other sessions of the user, and with `revoke_api_keys` all API keys. Wrong current passwords are slowed down and locked out as failed logins are.',
  method: 'PUT',
  path: '/api/v1/me/password',
  access: 'me:write',
  rateClass: 'login',
  body: PasswordChange,
  replies: ok('The new password is set.', User),
  errors: [
    'session_required',
    'account_locked',
    'password_incorrect',
    'password_mismatch',
    'password_too_weak',
  ],
  example: {
    body: {
      password: 'correct horse battery',
      new_password: 'battery staple horse',
      repeat_password: 'battery staple horse',
    },
    reply: exampleUser,
  },
});

export const requestEmailVerification = operation({
  id: 'requestEmailVerification',
  tag,
  summary: 'Have the link that verifies your e-mail address mailed again',
  description:
    'The link is good for a day, once. Nothing is mailed when the address is verified already, nor more than five times in a quarter of an hour.',
  method: 'POST',
  path: '/api/v1/me/email/verification',
  access: 'me:write',
  rateClass: 'login',
  replies: { 204: { description: 'Unless the address is verified already, a mail is on its way.' } },
  errors: ['session_required'],
});

export const listSessions = operation({
  id: 'listSessions',
  tag,
  summary: 'List your sessions',
  method: 'GET',
  path: '/api/v1/me/sessions',
  access: 'me:read',
  list: { sort: ['created_at', 'expires_at'], defaultSort: '-created_at', filters: {} },
  replies: ok('The sessions that have not ended.', Type.Array(Session)),
  example: { reply: [exampleSession] },
});

export const endSession = operation({
  id: 'endSession',
  tag,
  summary: 'End one of your sessions',
  method: 'DELETE',
  path: '/api/v1/me/sessions/{id}',
  access: 'me:write',
  params: Type.Object({ id: Uuid }),
  replies: deleted('The session', Session),
  example: { reply: exampleSession },
});

export const exportMe = operation({
  id: 'exportMe',
  tag,
  summary: 'Download what is stored about you',
  description:
    'The profile, the second factor and the devices that it trusts, the sessions that have not ended (the records of those ' +
    'that did are removed), the API keys; deleted ones too, with `deleted_at`. What you are and were a member of, the ' +
    'invitations that you sent and accepted, which organizations, teams, projects and roles you made; the datasets, ' +
    'models, workflows and graphs that you own, deleted ones too, what you shared and what was shared with you; your inferences and jobs; your ' +
    'last requests and the errors that you reported. Of others the ids; of what is in an organization that you have left, ' +
    'that it is yours. What is in a dataset or a model is had by its download.',
  method: 'GET',
  path: '/api/v1/me/export',
  access: 'me:read',
  replies: madeFile('A zip of JSON files.'),
  errors: ['session_required'],
});
