import { Type } from '@sinclair/typebox';
import { updateErrors } from '../journal/operations.js';
import { command, commandsOf } from '../kit/command.js';
import { OneOf, Time, Uuid } from '../kit/schemas.js';
import { ErrorRecorded } from './events/error-log.js';
import { mailOutcomes } from './events/mail.js';
import { sessionEndings } from './events/session.js';
import { requestEmailVerification } from './operations/account.js';
import { deleteAPIKey, deleteOrganizationAPIKey, updateOrganizationAPIKey } from './operations/api-keys.js';
import { revokeDevice } from './operations/second-factor.js';
import {
  deleteOrganizationSecret,
  deleteSecret,
  putOrganizationSecret,
  putSecret,
} from './operations/secrets.js';
import { refreshToken, requestPasswordReset, resetPassword, verifyEmail } from './operations/sign-in.js';
import { liftUserLockout, removeUserOtp, updateUser } from './operations/users.js';
import {
  APIKeyChanges,
  CreateAPIKeyRequest,
  Credentials,
  PasswordChange,
  ProfileChanges,
  Registration,
  RotateAPIKeyRequest,
} from './resources.js';
import { OtpConfirmation, OtpLogin, OtpRemoval } from './second-factor.js';

const OfKey = { id: Uuid };
/** What shows that the person itself asks, beside the session, and where it asks from. */
const proof = { password: Type.Optional(Type.String()), ip: Type.Optional(Type.String()) };
const client = { ip: Type.String(), user_agent: Type.String({ maxLength: 500 }) };

/**
 * Every command about accounts. The caller is the principal. What an operation sends is under its id: its path and its
 * body, and where the command gets more, that beside them; a password that proves who asks stands in no body.
 */
export const identityCommands = {
  ...commandsOf('identity', {
    refreshToken,
    requestPasswordReset,
    resetPassword,
    verifyEmail,
    requestEmailVerification,
    revokeDevice,
    deleteAPIKey,
    updateOrganizationAPIKey,
    deleteOrganizationAPIKey,
    putSecret,
    deleteSecret,
    putOrganizationSecret,
    deleteOrganizationSecret,
    updateUser,
    updateErrors,
    removeUserOtp,
    liftUserLockout,
  }),
  register: command(
    'identity.register',
    Type.Object({ body: Registration, ip: Type.Optional(Type.String()) }),
  ),
  /** Sent by the host at start, with the credentials of its configuration. */
  registerFirstAdministrator: command(
    'identity.registerFirstAdministrator',
    Type.Object({ body: Registration }),
  ),
  /** Answers a `SignedIn`, as the next. */
  login: command('identity.login', Type.Object({ body: Credentials, ...client })),
  loginWithOtp: command('identity.loginWithOtp', Type.Object({ body: OtpLogin, ...client })),
  /** Answers an `OtpEnrolment`. */
  enrolOtp: command('identity.enrolOtp', Type.Object(proof)),
  confirmOtp: command('identity.confirmOtp', Type.Object({ body: OtpConfirmation, ip: Type.String() })),
  removeOtp: command('identity.removeOtp', Type.Object({ body: OtpRemoval, ip: Type.String() })),
  /** Sent by a timer. */
  expireDevice: command('identity.expireDevice', Type.Object({ user_id: Uuid, device_id: Uuid })),
  /** Sent by a policy when the account is erased. */
  eraseSecondFactor: command('identity.eraseSecondFactor', Type.Object({ user_id: Uuid })),
  endSession: command(
    'identity.endSession',
    Type.Object({ id: Uuid, reason: Type.Optional(OneOf(sessionEndings)) }),
  ),
  /** Sent by a timer. */
  expireSession: command('identity.expireSession', Type.Object({ session_id: Uuid })),
  endAllSessions: command('identity.endAllSessions', Type.Object({})),
  changePassword: command(
    'identity.changePassword',
    Type.Object({ body: PasswordChange, ip: Type.Optional(Type.String()) }),
  ),
  updateMe: command('identity.updateMe', Type.Object({ body: ProfileChanges, ...proof })),
  /** Sent by a policy: who accepted by a link that was mailed to this address reads what is mailed there. */
  confirmEmail: command(
    'identity.confirmEmail',
    Type.Object({ user_id: Uuid, address_key: Uuid, by: OneOf(['invitation', 'share']) }),
  ),
  /** Answers `{erased}`: whether the key of the personal data is gone. */
  deleteMe: command('identity.deleteMe', Type.Object(proof)),
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
  /** Sent by what follows the counts of errors, and by a policy when an inference is reported. */
  recordError: command(
    'identity.recordError',
    Type.Composite([
      ErrorRecorded.schema,
      Type.Object({ first_at: Time, count: Type.Integer({ minimum: 1 }) }),
    ]),
  ),
  /** Answers a `CreateAPIKeyResponse`. */
  createAPIKey: command(
    'identity.createAPIKey',
    Type.Object({ body: Type.Omit(CreateAPIKeyRequest, ['password']), ...proof }),
  ),
  /** Without `disabled` the flag is toggled. */
  updateAPIKey: command(
    'identity.updateAPIKey',
    Type.Object({ ...OfKey, body: Type.Omit(APIKeyChanges, ['password']), ...proof }),
  ),
  /** Answers a `CreateAPIKeyResponse`. */
  rotateAPIKey: command(
    'identity.rotateAPIKey',
    Type.Object({ ...OfKey, body: Type.Omit(RotateAPIKeyRequest, ['password']), ...proof }),
  ),
  /** Sent by a policy when the owner is erased. */
  eraseAPIKey: command('identity.eraseAPIKey', Type.Object({ api_key_id: Uuid })),
  /** Sent by a policy when a person is erased, by a timer thirty days after an organization was deleted. */
  purgeSecrets: command(
    'identity.purgeSecrets',
    Type.Union([Type.Object({ user_id: Uuid }), Type.Object({ organization_id: Uuid })]),
  ),
} as const;

/** The password that came with a command, and where from. */
export type GivenProof = { readonly password?: string; readonly ip?: string };

/** What `login` and `refreshToken` answer beside the events: the tokens, told this once. */
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
