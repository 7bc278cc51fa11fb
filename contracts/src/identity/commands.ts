import { Type } from '@sinclair/typebox';
import { command } from '../kit/command.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { mailOutcomes } from './events/mail.js';
import { sessionEndings } from './events/session.js';
import {
  AdminUserChanges,
  CreateAPIKeyRequest,
  NewPassword,
  OrganizationAPIKeyChanges,
  PasswordChange,
  ProfileChanges,
  Registration,
} from './resources.js';

const Nothing = Type.Object({});
const OfKey = { api_key_id: Uuid };
/** What shows that the person itself asks, beside the session, and where it asks from. */
const proof = { password: Type.Optional(Type.String()), ip: Type.Optional(Type.String()) };
const client = { ip: Type.String(), user_agent: Type.String({ maxLength: 500 }) };

/** Every command of the identity service. The caller is the principal; `body` is what it sent. */
export const identityCommands = {
  registerUser: command(
    'identity.registerUser',
    Type.Object({ body: Registration, ip: Type.Optional(Type.String()) }),
  ),
  /** Sent by the host at start, with the credentials of its configuration. */
  registerFirstAdministrator: command(
    'identity.registerFirstAdministrator',
    Type.Object({ body: Registration }),
  ),
  /** Answers a `SignedIn`. */
  login: command(
    'identity.login',
    Type.Object({
      username: Type.String(),
      password: Type.String(),
      device_token: Type.Optional(Type.String()),
      ...client,
    }),
  ),
  /** Answers a `SignedIn`. */
  loginWithOtp: command(
    'identity.loginWithOtp',
    Type.Object({
      challenge_id: Uuid,
      code: Type.String(),
      trust_device: Type.Optional(Type.Boolean()),
      ...client,
    }),
  ),
  /** Answers an `OtpEnrolment`. */
  enrolOtp: command('identity.enrolOtp', Type.Object(proof)),
  confirmOtp: command('identity.confirmOtp', Type.Object({ code: Type.String(), ip: Type.String() })),
  removeOtp: command(
    'identity.removeOtp',
    Type.Object({
      code: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
      ip: Type.String(),
    }),
  ),
  revokeDevice: command('identity.revokeDevice', Type.Object({ device_id: Uuid })),
  /** Sent by a timer. */
  expireDevice: command('identity.expireDevice', Type.Object({ user_id: Uuid, device_id: Uuid })),
  /** Sent by a policy when the account is erased. */
  eraseSecondFactor: command('identity.eraseSecondFactor', Type.Object({ user_id: Uuid })),
  /** Answers a `SignedIn`. */
  refreshSession: command('identity.refreshSession', Type.Object({ refresh_token: Type.String() })),
  endSession: command(
    'identity.endSession',
    Type.Object({ session_id: Uuid, reason: Type.Optional(OneOf(sessionEndings)) }),
  ),
  /** Sent by a timer. */
  expireSession: command('identity.expireSession', Type.Object({ session_id: Uuid })),
  endAllSessions: command('identity.endAllSessions', Nothing),
  requestPasswordReset: command('identity.requestPasswordReset', Type.Object({ login: Type.String() })),
  resetPassword: command(
    'identity.resetPassword',
    Type.Object({ user_id: Uuid, reset_token: Type.String(), body: NewPassword }),
  ),
  changePassword: command(
    'identity.changePassword',
    Type.Object({ body: PasswordChange, ip: Type.Optional(Type.String()) }),
  ),
  changeProfile: command('identity.changeProfile', Type.Object({ body: ProfileChanges, ...proof })),
  /** The mailed link of an account's address. */
  verifyEmail: command('identity.verifyEmail', Type.Object({ user_id: Uuid, verify_token: Type.String() })),
  /** Has the link mailed again, for oneself. */
  requestEmailVerification: command('identity.requestEmailVerification', Nothing),
  /** Sent by a policy: who accepted by a link that was mailed to this address reads what is mailed there. */
  confirmEmail: command(
    'identity.confirmEmail',
    Type.Object({ user_id: Uuid, address_key: Uuid, by: OneOf(['invitation', 'share']) }),
  ),
  /** By an administrator, of any account. */
  administerUser: command('identity.administerUser', Type.Object({ user_id: Uuid, body: AdminUserChanges })),
  /** Answers `{erased}`: whether the key of the personal data is gone. */
  eraseUser: command('identity.eraseUser', Type.Object(proof)),
  /** Sent by a policy when an account has given a name up. */
  releaseReservation: command(
    'identity.releaseReservation',
    Type.Object({ reservation_id: Uuid, claim_id: Uuid }),
  ),
  /** Sent by a policy when a mail was handed over, so that it is never sent again. */
  recordMail: command(
    'identity.recordMail',
    Type.Object({ mail_id: Uuid, user_id: Uuid, outcome: OneOf(mailOutcomes) }),
  ),
  /** Answers a `CreateAPIKeyResponse`. */
  createAPIKey: command(
    'identity.createAPIKey',
    Type.Object({ body: Type.Omit(CreateAPIKeyRequest, ['password']), ...proof }),
  ),
  /** Without `disabled` the flag is toggled. */
  setAPIKeyDisabled: command(
    'identity.setAPIKeyDisabled',
    Type.Object({ ...OfKey, disabled: Type.Optional(Type.Boolean()), ...proof }),
  ),
  /** Answers a `CreateAPIKeyResponse`. */
  rotateAPIKey: command(
    'identity.rotateAPIKey',
    Type.Object({ ...OfKey, grace_hours: Type.Integer({ minimum: 0, maximum: 720 }), ...proof }),
  ),
  /** Of a key of an organization, by who manages its keys. */
  setOrganizationAPIKeyDisabled: command(
    'identity.setOrganizationAPIKeyDisabled',
    Type.Object({ organization_id: Uuid, ...OfKey, body: OrganizationAPIKeyChanges }),
  ),
  deleteOrganizationAPIKey: command(
    'identity.deleteOrganizationAPIKey',
    Type.Object({ organization_id: Uuid, ...OfKey }),
  ),
  deleteAPIKey: command('identity.deleteAPIKey', Type.Object(OfKey)),
  /** Sent by a policy when the owner is erased. */
  eraseAPIKey: command('identity.eraseAPIKey', Type.Object(OfKey)),
} as const;

/** The password that came with a command, and where from. */
export type GivenProof = { readonly password?: string; readonly ip?: string };

/** What `login` and `refreshSession` answer beside the events: the tokens, told this once. */
export type SignedIn = {
  readonly session_id: string;
  readonly user_id: string;
  /** The signed session token. */
  readonly bearer: string;
  readonly expires_at: string;
  readonly refresh_token: string;
  /** Of the device that is trusted from now on. */
  readonly device_token?: string;
};
