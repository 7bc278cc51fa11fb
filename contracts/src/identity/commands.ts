import { Type } from '@sinclair/typebox';
import { command } from '../kit/command.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { sessionEndings } from './events/session.js';
import {
  CreateAPIKeyRequest,
  NewPassword,
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
    Type.Object({ username: Type.String(), password: Type.String(), ...client }),
  ),
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
  /** Answers `{erased}`: whether the key of the personal data is gone. */
  eraseUser: command('identity.eraseUser', Type.Object(proof)),
  /** Sent by a policy when an account has given a name up. */
  releaseReservation: command(
    'identity.releaseReservation',
    Type.Object({ reservation_id: Uuid, claim_id: Uuid }),
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
};
