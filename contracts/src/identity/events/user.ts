import { type Static, Type } from '@sinclair/typebox';
import { event, type EventOf, Internal, Personal } from '../../kit/event.js';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';
import { CLAIM, CREDENTIAL, RESERVATION, SESSION, USER } from '../../kit/example-ids.js';

/** The unique name that an account holds: the reservation's stream and the claim under which it was made. */
export const HeldName = Type.Object({ reservation_id: Uuid, claim_id: Uuid });
export type HeldName = Readonly<Static<typeof HeldName>>;
const held = { reservation_id: RESERVATION, claim_id: CLAIM };
const keysRevoked = { api_keys_revoked: Type.Optional(Type.Boolean()) };
const keptSession = { kept_session_id: Type.Optional(Internal(Uuid)) };

export const UserRegistered = event({
  name: 'UserRegistered',
  storedType: 'identity.user.registered.v1',
  description: 'An account was made; its user name and its e-mail address were reserved just before.',
  schema: Type.Object({
    id: Uuid,
    username: Personal(),
    email: Personal(),
    name: Personal(),
    firstname: Personal(),
    is_system_admin: Type.Boolean(),
    credential_id: Internal(Uuid),
    held_username: Internal(HeldName),
    held_email: Internal(HeldName),
  }),
  example: {
    id: USER,
    username: 'ada',
    email: 'ada@example.org',
    name: 'Lovelace',
    firstname: 'Ada',
    is_system_admin: false,
    credential_id: CREDENTIAL,
    held_username: held,
    held_email: held,
  },
  subject: 'id',
});

export const UserProfileChanged = event({
  name: 'UserProfileChanged',
  storedType: 'identity.user.profile_changed.v1',
  description: 'Fields of an account were set; a new user name or address was reserved just before.',
  schema: Type.Object({
    id: Uuid,
    username: Type.Optional(Personal()),
    email: Type.Optional(Personal()),
    name: Type.Optional(Personal()),
    firstname: Type.Optional(Personal()),
    held_username: Type.Optional(Internal(HeldName)),
    held_email: Type.Optional(Internal(HeldName)),
    address_changed: Type.Optional(
      Type.Boolean({ description: 'It is another address than before, and not verified.' }),
    ),
    all_names: Type.Optional(Internal(Personal())),
  }),
  example: { id: USER, firstname: 'Augusta Ada' },
  subject: 'id',
});

export const UserPasswordChanged = event({
  name: 'UserPasswordChanged',
  storedType: 'identity.user.password_changed.v1',
  description:
    'A person changed the password; all sessions but the one that did it are over, and all API keys with `api_keys_revoked`.',
  schema: Type.Object({
    id: Uuid,
    credential_id: Internal(Uuid),
    replaced_credential_id: Internal(Uuid),
    ...keptSession,
    ...keysRevoked,
  }),
  example: {
    id: USER,
    credential_id: CREDENTIAL,
    replaced_credential_id: RESERVATION,
    kept_session_id: SESSION,
  },
});

export const PasswordResetRequested = event({
  name: 'PasswordResetRequested',
  storedType: 'identity.user.password_reset_requested.v1',
  description: 'A link with which the password can be set is owed to the address of an account.',
  schema: Type.Object({ id: Uuid, reset_id: Uuid, email: Personal(), expires_at: Time }),
  example: { id: USER, reset_id: CLAIM, email: 'ada@example.org', expires_at: '2026-03-03T10:15:00.000Z' },
  subject: 'id',
});

export const PasswordResetCompleted = event({
  name: 'PasswordResetCompleted',
  storedType: 'identity.user.password_reset_completed.v1',
  description:
    'The password was set by a mailed link; every link and every session of before is over, and all API keys with `api_keys_revoked`.',
  schema: Type.Object({
    id: Uuid,
    reset_id: Uuid,
    credential_id: Internal(Uuid),
    replaced_credential_id: Internal(Uuid),
    ...keysRevoked,
  }),
  example: {
    id: USER,
    reset_id: CLAIM,
    credential_id: CREDENTIAL,
    replaced_credential_id: RESERVATION,
  },
});

export const EmailVerificationRequested = event({
  name: 'EmailVerificationRequested',
  storedType: 'identity.user.email_verification_requested.v1',
  description: 'A link with which the address of an account can be verified is owed to that address.',
  schema: Type.Object({ id: Uuid, verification_id: Uuid, email: Personal(), expires_at: Time }),
  example: {
    id: USER,
    verification_id: CLAIM,
    email: 'ada@example.org',
    expires_at: '2026-03-04T09:15:00.000Z',
  },
  subject: 'id',
});

/** What showed that mails to an address reach the person: a mailed link of one of these kinds was used, or the configuration says so. */
const emailProofs = ['link', 'reset', 'invitation', 'share', 'configuration'] as const;
export type EmailProof = (typeof emailProofs)[number];

export const EmailVerified = event({
  name: 'EmailVerified',
  storedType: 'identity.user.email_verified.v1',
  description:
    'The address that an account has now was shown to be its own; `by` says with which mailed link, or that it came from the configuration.',
  schema: Type.Object({ id: Uuid, by: OneOf(emailProofs) }),
  example: { id: USER, by: 'link' },
});

export const UserSessionsRevoked = event({
  name: 'UserSessionsRevoked',
  storedType: 'identity.user.sessions_revoked.v1',
  description: 'All sessions of an account that began before this are over, but the one that is named.',
  schema: Type.Object({ id: Uuid, ...keptSession }),
  example: { id: USER },
});

export const UserDisabled = event({
  name: 'UserDisabled',
  storedType: 'identity.user.disabled.v1',
  description: 'An administrator shut an account: its sessions are over, its keys do not work.',
  schema: Type.Object({ id: Uuid }),
  example: { id: USER },
});

/** How often somebody had been let go as an administrator before being one again. */
const timesLetGo = { times_let_go: Type.Optional(Internal(Type.Integer({ minimum: 0 }))) };

export const UserEnabled = event({
  name: 'UserEnabled',
  storedType: 'identity.user.enabled.v1',
  description: 'An administrator opened an account again.',
  schema: Type.Object({ id: Uuid, ...timesLetGo }),
  example: { id: USER },
});

export const UserAdministrationGranted = event({
  name: 'UserAdministrationGranted',
  storedType: 'identity.user.administration_granted.v1',
  description: 'An administrator made somebody a system administrator.',
  schema: Type.Object({ id: Uuid, ...timesLetGo }),
  example: { id: USER },
});

export const UserAdministrationWithdrawn = event({
  name: 'UserAdministrationWithdrawn',
  storedType: 'identity.user.administration_withdrawn.v1',
  description: 'Somebody is a system administrator no longer.',
  schema: Type.Object({ id: Uuid }),
  example: { id: USER },
});

export const UserErased = event({
  name: 'UserErased',
  storedType: 'identity.user.erased.v1',
  description: 'An account was deleted and the key of its personal data is to be destroyed.',
  schema: Type.Object({
    id: Uuid,
    credential_id: Internal(Uuid),
    held_username: Internal(HeldName),
    held_email: Internal(HeldName),
    email_verified: Type.Optional(Internal(Type.Boolean())),
  }),
  example: { id: USER, credential_id: CREDENTIAL, held_username: held, held_email: held },
});

export const ClaimAbandoned = event({
  name: 'ClaimAbandoned',
  storedType: 'identity.user.claim_abandoned.v1',
  description:
    'A name was reserved for this account and never taken; it goes to someone else, and this account may not take it any more.',
  schema: Type.Object({ claim_id: Internal(Uuid) }),
  example: { claim_id: CLAIM },
});

/** The events of `user-` streams. */
export const userEvents = {
  UserRegistered,
  UserProfileChanged,
  UserPasswordChanged,
  PasswordResetRequested,
  PasswordResetCompleted,
  EmailVerificationRequested,
  EmailVerified,
  UserSessionsRevoked,
  UserDisabled,
  UserEnabled,
  UserAdministrationGranted,
  UserAdministrationWithdrawn,
  UserErased,
  ClaimAbandoned,
} as const;
export type UserEvent = EventOf<(typeof userEvents)[keyof typeof userEvents]>;
