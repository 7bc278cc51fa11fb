import { identityCommands, type PasswordChange, SessionKept, UserPasswordChanged } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  derivedId,
  isRefusal,
  type Refusal,
  refuse,
  serviceCommand,
  streamOf,
} from '@cairn/kernel';
import { isPassword, keepPassword } from '../../credentials/passwords.js';
import { limited } from '../../sign-in/attempts.js';
import { passwordIncorrect } from '../../sign-in/person-proof.js';
import { session, type SessionState } from '../../domain/session/state.js';
import { newPasswordRefusal } from '../../credentials/new-password.js';
import { sessionRequired } from '../../domain/user/session-required.js';
import { type Account, user, type UserState } from '../../domain/user/state.js';

interface Change {
  /** The credential that the current password was compared with. */
  readonly provenCredentialId: string;
  readonly credentialId: string;
  readonly sessionId: string | undefined;
  readonly revokesKeys: boolean;
}

export const decideChangePassword = (state: UserState, change: Change): Decision => {
  if (state.kind !== 'account') return refuse('not_found', 'There is no such account.');
  if (state.credentialId !== change.provenCredentialId)
    return refuse('conflict', 'The password was changed meanwhile.');
  return [
    UserPasswordChanged.of({
      id: state.id,
      credential_id: change.credentialId,
      replaced_credential_id: state.credentialId,
      ...(change.sessionId === undefined ? {} : { kept_session_id: change.sessionId }),
      ...(change.revokesKeys ? { api_keys_revoked: true } : {}),
    }),
  ];
};

/** The session in which it was done goes on among those that begin from now on. */
export const decideKeep = (state: SessionState, account: UserState): Decision =>
  state.kind === 'open' &&
  account.kind === 'account' &&
  account.keptSessionId === state.id &&
  state.epoch < account.epoch
    ? [SessionKept.of({ id: state.id, epoch: account.epoch })]
    : [];

/** The current password is right and the new one may be: it is in the vault now. */
const proven = async (
  body: PasswordChange,
  context: CommandContext,
  credentialId: string,
): Promise<{ readonly provenCredentialId: string } | Refusal> => {
  const state = await context.load(user, context.principal.userId);
  const known: Account | undefined = state.kind === 'account' ? state : undefined;
  const { vault } = context.tools;
  if (!(await isPassword(vault, known?.credentialId, body.password)) || known === undefined)
    return passwordIncorrect();
  const refusal = await newPasswordRefusal(vault, known, body.new_password, '/new_password');
  if (refusal !== undefined) return refusal;
  await keepPassword(vault, credentialId, streamOf(user, known.id), body.new_password);
  return { provenCredentialId: known.credentialId };
};

const change = async (body: PasswordChange, context: CommandContext): Promise<CommandOutcome> => {
  const { userId, sessionId } = context.principal;
  const credentialId = derivedId(context.facts.id, context.facts.request, 'password');
  const revokesKeys = body.revoke_api_keys === true;
  const done = await context.executeAddressed(user, userId, {
    given: () => proven(body, context, credentialId),
    decide: (state, { provenCredentialId }) =>
      decideChangePassword(state, { provenCredentialId, credentialId, sessionId, revokesKeys }),
  });
  if (isRefusal(done) || sessionId === undefined) return done;
  const account = await context.load(user, userId);
  const kept = await context.execute(session, sessionId, { decide: (state) => decideKeep(state, account) });
  return isRefusal(kept) ? kept : { ...done, position: later(done.position, kept.position) };
};

const later = (one: string, other: string): string => (one > other ? one : other);

export const changePassword = serviceCommand(
  identityCommands.changePassword,
  async ({ body, ip = '' }, context) => {
    if (context.principal.kind !== 'user') return sessionRequired();
    if (body.new_password !== body.repeat_password)
      return refuse('password_mismatch', 'The password and its repetition differ.', [
        { pointer: '/repeat_password', code: 'password_mismatch', message: 'differs' },
      ]);
    return limited(context.tools, { login: context.principal.userId, ip }, () => change(body, context));
  },
);
