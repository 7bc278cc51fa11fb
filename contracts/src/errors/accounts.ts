import type { ErrorDefinition } from './definition.js';

/** Who the caller is, what it may do, and what can be wrong with an account or a key. */
export const accountErrors = {
  unauthenticated: {
    status: 401,
    title: 'Not signed in',
    text: 'A valid bearer is needed.',
    when: 'The `Authorization` header is missing, or its session or API key is unknown, expired, ended, disabled or deleted.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Wrong credentials',
    text: 'The login or the password is wrong.',
    when: 'Login with an unknown name or a wrong password; which of the two is never told.',
  },
  refresh_token_invalid: {
    status: 401,
    title: 'Refresh token not valid',
    text: 'The refresh token cannot be used.',
    when: 'It is unknown, expired, or was used before; reuse ends all sessions that came from it.',
  },
  account_disabled: {
    status: 403,
    title: 'Account disabled',
    text: 'The account is disabled.',
    when: 'The right password of an account that an administrator has disabled.',
  },
  account_locked: {
    status: 423,
    title: 'Too many failed logins',
    text: 'Login is blocked for a while after too many failures.',
    when: 'Ten failures within 15 minutes from this network, for this login (those by the user name and by the e-mail address of an account taken together) or for the current password of an account where it is asked again; `Retry-After` tells when to try again.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    text: 'You may see this, but you may not do that.',
    when: 'The role of the caller on the asset lacks the permission that the operation needs.',
  },
  scope_missing: {
    status: 403,
    title: 'Scope missing',
    text: 'The API key lacks the scope for this.',
    when: 'The owner may do it, but no scope of the key covers the permission.',
  },
  administrator_required: {
    status: 403,
    title: 'Administrators only',
    text: 'Only an administrator may do this.',
    when: 'An operation under `/admin` is called by someone who is not an administrator, or by a key without the scope for it.',
  },
  session_required: {
    status: 403,
    title: 'Session required',
    text: 'This needs a signed-in session, not an API key.',
    when: 'An API key calls an operation on the account itself: its password, all of its sessions at once, its deletion.',
  },
  password_required: {
    status: 403,
    title: 'Password required',
    text: 'This needs the current password, or a sign-in of the last few minutes.',
    when: 'The session began more than five minutes ago (a refresh does not count), and a change of the user name or address, a new, rotated or enabled API key, or the deletion of the account came without `password` in its body. Send it again with the current password, or sign in again.',
  },
  registration_limit: {
    status: 429,
    title: 'Too many registrations',
    text: 'No more accounts can be made from this network today.',
    when: 'As many accounts as may be were made today (UTC) from the address or from a network around it; `detail` tells the bound, `Retry-After` when the next day begins.',
  },
  key_cannot_make_keys: {
    status: 403,
    title: 'Keys cannot make keys',
    text: 'An API key cannot create or rotate API keys.',
    when: 'The bearer of the request is an API key. Sign in to manage keys.',
  },
  scope_unknown: {
    status: 422,
    title: 'Unknown scope',
    text: 'A scope is not of the form resource:action with known names.',
    when: 'A scope of a new key names a resource or an action that does not exist.',
  },
  login_taken: {
    status: 409,
    title: 'User name taken',
    text: 'The user name is taken.',
    when: 'Another account has this user name, whatever its case.',
  },
  email_taken: {
    status: 409,
    title: 'E-mail address taken',
    text: 'The e-mail address is taken.',
    when: 'Another account has this e-mail address, whatever its case.',
  },
  password_too_weak: {
    status: 422,
    title: 'Password too weak',
    text: 'The password does not meet the policy.',
    when: 'It has fewer than 12 characters, or is the user name or e-mail address itself.',
  },
  password_mismatch: {
    status: 422,
    title: 'Passwords differ',
    text: 'The password and its repetition differ.',
    when: '`password` or `new_password` is not equal to `repeat_password`.',
  },
  password_incorrect: {
    status: 422,
    title: 'Current password wrong',
    text: 'The current password is wrong.',
    when: '`password` in a change of the account, of its password or its API keys, or in its deletion, is not the current password of the account. It is counted as a failed login.',
  },
  reset_token_invalid: {
    status: 404,
    title: 'Reset link not valid',
    text: 'The reset link cannot be used.',
    when: 'It is unknown, expired (after an hour) or was used before, or the password or the e-mail address was changed since. Ask for another one.',
  },
  last_administrator: {
    status: 409,
    title: 'Last administrator',
    text: 'The last administrator must stay one.',
    when: 'Demoting, disabling or deleting the only enabled administrator.',
  },
} as const satisfies Record<string, ErrorDefinition>;
