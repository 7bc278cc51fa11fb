import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { Name, Nullable, recordFields, Time, Uuid } from '../kit/schemas.js';

const blank = Type.String({
  maxLength: 0,
  description: 'Always empty: the value is never told.',
});
const Username = Type.String({ minLength: 1, maxLength: 100 });
const Email = Type.String({ format: 'email', maxLength: 254 });
const PersonName = Type.String({ maxLength: 200 });
const Secret = Type.String({ maxLength: 1024 });

export const User = resource('User', {
  ...recordFields,
  username: Type.String(),
  email: Type.String(),
  name: Type.String(),
  firstname: Type.String(),
  hashed_password: blank,
  last_login: Type.Optional(Time),
  last_api_access: Type.Optional(Time),
  apikey: blank,
  reset_token: blank,
  reset_token_expiration: Type.Optional(Time),
  invite_token: blank,
  disabled: Type.Boolean(),
  is_system_admin: Type.Boolean(),
  email_verified: Type.Optional(
    Type.Boolean({ description: 'Whether mails to `email` were shown to reach the person.' }),
  ),
});
export type User = Readonly<Static<typeof User>>;

/** The current password beside what needs it, unless its session began with it less than five minutes ago. */
const password = Type.Optional(
  Type.String({
    maxLength: 1024,
    description: 'The current password; needed when the sign-in is more than five minutes ago.',
  }),
);

/** The current password, where nothing else is told. */
export const CurrentPassword = resource('CurrentPassword', { password });
export type CurrentPassword = Readonly<Static<typeof CurrentPassword>>;

const profile = {
  username: Type.Optional(Username),
  email: Type.Optional(Email),
  name: Type.Optional(PersonName),
  firstname: Type.Optional(PersonName),
};
/** What a user may change of its own account. */
export const ProfileChanges = Type.Object(profile);
export type ProfileChanges = Readonly<Static<typeof ProfileChanges>>;

/** The same as it is sent. */
export const UserChanges = resource('UserChanges', { ...profile, password });
export type UserChanges = Readonly<Static<typeof UserChanges>>;

export const PasswordChange = resource('PasswordChange', {
  password: Type.String({ maxLength: 1024, description: 'The current password.' }),
  new_password: Secret,
  repeat_password: Secret,
  revoke_api_keys: Type.Optional(
    Type.Boolean({
      description: 'End all API keys of the user too, as a reset does. Without it they go on.',
    }),
  ),
});
export type PasswordChange = Readonly<Static<typeof PasswordChange>>;

export const Session = resource('Session', {
  ...recordFields,
  last_used_at: Type.Optional(Time),
  expires_at: Time,
  current: Type.Boolean({ description: 'Whether the request itself came with this session.' }),
  user_agent: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
});
export type Session = Readonly<Static<typeof Session>>;

export const APIKey = resource('APIKey', {
  ...recordFields,
  user_id: Type.String(),
  organization_id: Type.Optional(Type.String()),
  name: Type.String(),
  key_prefix: Type.String({ description: 'The first 8 characters of the key.' }),
  scopes: Type.Array(Type.String()),
  last_used_at: Type.Optional(Time),
  expires_at: Type.Optional(Time),
  disabled: Type.Boolean(),
  user: Type.Optional(User),
});
export type APIKey = Readonly<Static<typeof APIKey>>;

const Scope = Type.String({
  pattern: /^([a-z_]+|\*):([a-z_]+|\*)$/.source,
  maxLength: 100,
  description: '`resource:action`; either half may be `*`.',
});

export const CreateAPIKeyRequest = resource('CreateAPIKeyRequest', {
  name: Name,
  scopes: Type.Array(Scope, { maxItems: 100 }),
  organization_id: Type.Optional(Nullable(Uuid)),
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  password,
});
export type CreateAPIKeyRequest = Readonly<Static<typeof CreateAPIKeyRequest>>;

export const CreateAPIKeyResponse = resource('CreateAPIKeyResponse', {
  id: Uuid,
  name: Type.String(),
  key_prefix: Type.String(),
  key: Type.String({ description: 'The whole key, told this once.' }),
  scopes: Type.Array(Type.String()),
  expires_at: Type.Optional(Time),
});
export type CreateAPIKeyResponse = Readonly<Static<typeof CreateAPIKeyResponse>>;

export const APIKeyChanges = resource('APIKeyChanges', {
  disabled: Type.Optional(Type.Boolean({ description: 'Set outright; without it the flag is toggled.' })),
  password,
});
export type APIKeyChanges = Readonly<Static<typeof APIKeyChanges>>;

export const OrganizationAPIKeyChanges = resource('OrganizationAPIKeyChanges', { disabled: Type.Boolean() });
export type OrganizationAPIKeyChanges = Readonly<Static<typeof OrganizationAPIKeyChanges>>;

export const RotateAPIKeyRequest = resource('RotateAPIKeyRequest', {
  grace_hours: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 720, description: 'How long the old key goes on; 0 without it.' }),
  ),
  password,
});
export type RotateAPIKeyRequest = Readonly<Static<typeof RotateAPIKeyRequest>>;

export const Credentials = resource('Credentials', {
  username: Type.String({ maxLength: 254, description: 'The user name or the e-mail address.' }),
  password: Secret,
  device_token: Type.Optional(Type.String({ maxLength: 4096 })),
});
export type Credentials = Readonly<Static<typeof Credentials>>;

export const LoginReply = resource('LoginReply', {
  id: Uuid,
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  firstname: Type.String(),
  apikey: Type.String({ description: 'The bearer of later requests.' }),
  expires_at: Type.Optional(Time),
  refresh_token: Type.Optional(Type.String()),
  device_token: Type.Optional(Type.String()),
});
export type LoginReply = Readonly<Static<typeof LoginReply>>;

export const RefreshRequest = resource('RefreshRequest', { refresh_token: Type.String({ maxLength: 4096 }) });
export type RefreshRequest = Readonly<Static<typeof RefreshRequest>>;

export const Registration = resource('Registration', {
  username: Username,
  email: Email,
  name: Type.Optional(PersonName),
  firstname: Type.Optional(PersonName),
  password: Secret,
});
export type Registration = Readonly<Static<typeof Registration>>;

/** The registration as it is given back: whatever was sent, the password always empty (TRAP-2). */
const RegistrationEcho = resource('RegistrationEcho', {
  username: Type.String(),
  email: Type.String(),
  name: Type.String(),
  firstname: Type.String(),
  password: blank,
});
type RegistrationEcho = Readonly<Static<typeof RegistrationEcho>>;

export const RegistrationError = resource('RegistrationError', {
  message: Type.String(),
  severity: Type.Unsafe<'success' | 'error'>({ type: 'string', enum: ['success', 'error'] }),
  registration: RegistrationEcho,
});
export type RegistrationError = Readonly<Static<typeof RegistrationError>>;

export const ResetPasswordRequest = resource('ResetPasswordRequest', {
  login: Type.String({ minLength: 1, maxLength: 254, description: 'The user name or the e-mail address.' }),
});
export type ResetPasswordRequest = Readonly<Static<typeof ResetPasswordRequest>>;

export const ResetPasswordState = resource('ResetPasswordState', {
  valid: Type.Boolean(),
  user_id: Uuid,
  expires_at: Time,
});
export type ResetPasswordState = Readonly<Static<typeof ResetPasswordState>>;

/** What a mailed link to verify an address leads to, while it can be used. */
export const EmailVerificationState = resource('EmailVerificationState', {
  valid: Type.Boolean(),
  user_id: Uuid,
  expires_at: Time,
});
export type EmailVerificationState = Readonly<Static<typeof EmailVerificationState>>;

export const VerifiedEmail = resource('VerifiedEmail', { user_id: Uuid, email_verified: Type.Boolean() });

export const NewPassword = resource('NewPassword', {
  password: Secret,
  repeat_password: Secret,
  keep_api_keys: Type.Optional(
    Type.Boolean({ description: 'Let the API keys of the user go on. Without it they all end.' }),
  ),
});
export type NewPassword = Readonly<Static<typeof NewPassword>>;

export const NewPasswordRequest = resource('NewPasswordRequest', {
  user_id: Type.String(),
  reset_token: Type.String(),
  password: blank,
  repeat_password: blank,
  message: Type.String(),
});
export type NewPasswordRequest = Readonly<Static<typeof NewPasswordRequest>>;

/** Who administers an organization after somebody who cannot any more. */
export const Successor = Type.Object({ organization_id: Uuid, user_id: Uuid });
export type Successor = Readonly<Static<typeof Successor>>;

/** What an administrator may change of an account, its own too. */
export const AdminUserChanges = resource('AdminUserChanges', {
  is_system_admin: Type.Optional(Type.Boolean()),
  disabled: Type.Optional(Type.Boolean()),
  successors: Type.Optional(
    Type.Array(Successor, {
      maxItems: 100,
      description: 'With `disabled: true`: who administers each of these organizations from then on.',
    }),
  ),
});
export type AdminUserChanges = Readonly<Static<typeof AdminUserChanges>>;

/** Why somebody may be unable to sign in, and what keeps them signed in. */
export const SignInState = resource('SignInState', {
  email_verified: Type.Boolean(),
  second_factor: Type.Boolean({ description: 'Logins ask for a one-time password.' }),
  failed_logins: Type.Integer({
    minimum: 0,
    description: 'Wrong passwords and codes of the last quarter of an hour, from wherever.',
  }),
  locked_until: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until then logins are refused (`account_locked`) from a network that failed too often.',
    }),
  ),
  otp_locked_until: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until then no one-time password is taken: there were too many wrong ones.',
    }),
  ),
  last_login: Type.Optional(Time),
  sessions: Type.Integer({ minimum: 0, description: 'Sessions that have not ended, counted up to 1000.' }),
});
export type SignInState = Readonly<Static<typeof SignInState>>;
