import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { deletedOrShown, ok } from '../../kit/replies.js';
import { Uuid } from '../../kit/schemas.js';
import { searchFilter } from '../../kit/search.js';
import { exampleUser } from '../examples.js';
import { AdminUserChanges, SignInState, User } from '../resources.js';

const tag = 'Administration';
const usersPath = '/admin/users';
/** Of one account. */
export const userPath = `${usersPath}/{user_id}` as const;
export const UserParams = Type.Object({ user_id: Uuid });

export const exampleSignIn: SignInState = {
  email_verified: true,
  second_factor: false,
  failed_logins: 0,
  sessions: 1,
};
const signInNow = 'What holds for signing in now';

export const listUsers = operation({
  id: 'listUsers',
  tag,
  summary: 'List accounts',
  description: 'Those that were erased are not among them.',
  method: 'GET',
  path: usersPath,
  access: 'administrator',
  list: {
    sort: ['created_at', 'username'],
    defaultSort: '-created_at',
    filters: {
      q: searchFilter(': in user name, e-mail address, name and first name'),
      disabled: Type.Boolean(),
      is_system_admin: Type.Boolean(),
    },
  },
  replies: ok('The accounts.', Type.Array(User)),
  example: { reply: [exampleUser] },
});

export const updateUser = operation({
  id: 'updateUser',
  tag,
  summary: 'Disable or enable an account, make somebody an administrator or no longer one',
  description:
    'Fields that are absent stay as they are. Who is disabled is signed out at once, their keys stop, their work ends; once enabled they sign in again, and their keys go on. ' +
    'An administrator of an organization hands it over to a successor when nobody else administers it. ' +
    'The last administrator stays one, and nobody disables their own account.',
  method: 'PUT',
  path: userPath,
  access: 'administrator',
  params: UserParams,
  etag: true,
  body: AdminUserChanges,
  replies: ok('The account as it is now.', User),
  errors: ['last_administrator', 'own_account'],
  example: { body: { disabled: true }, reply: { ...exampleUser, disabled: true } },
});

export const removeUserOtp = operation({
  id: 'removeUserOtp',
  tag,
  summary: 'Turn the second factor of an account off, for who has lost it',
  description:
    'Also one that waits to be confirmed. No device is trusted any more, the secret is destroyed, and challenges of before are over; sessions go on. ' +
    'The person is told by mail. Where there is none, nothing happens. ' +
    'An administrator’s own is turned off by `DELETE /api/v1/me/otp`, with a code or the password.',
  method: 'DELETE',
  path: `${userPath}/otp`,
  access: 'administrator',
  params: UserParams,
  replies: deletedOrShown('Logins need the password alone.', signInNow, SignInState),
  errors: ['own_account'],
  example: { reply: exampleSignIn },
});

export const liftUserLockout = operation({
  id: 'liftUserLockout',
  tag,
  summary: 'Let the person of an account try again who failed too often',
  description:
    'Wrong passwords and codes of before count no more, from whatever network. The person is told by mail. ' +
    'Where nothing was counted, nothing happens.',
  method: 'DELETE',
  path: `${userPath}/lockout`,
  access: 'administrator',
  params: UserParams,
  replies: deletedOrShown('Nothing is counted against the account.', signInNow, SignInState),
  example: { reply: exampleSignIn },
});
