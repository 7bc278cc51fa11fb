import type { GivenProof } from '@cairn/contracts';
import { type CommandContext, type CommandOutcome, type Refusal, refuse } from '@cairn/kernel';
import { isPassword } from '../credentials/passwords.js';
import { session } from '../domain/session/state.js';
import { user } from '../domain/user/state.js';
import { limited } from './attempts.js';

/**
 * Why a command is not known to be the person's own; `undefined` when it is. A bearer alone may be a thief's: what would
 * make a theft permanent needs a session that began with the password a moment ago, or the password itself. A password
 * that is sent is always compared.
 */
export const proofRefusal = async (
  context: CommandContext,
  { password }: GivenProof,
): Promise<Refusal | undefined> => {
  if (password === undefined) return (await isRecent(context)) ? undefined : passwordRequired();
  const state = await context.load(user, context.principal.userId);
  const credentialId = state.kind === 'account' ? state.credentialId : undefined;
  return (await isPassword(context.tools.vault, credentialId, password)) ? undefined : passwordIncorrect();
};

/** Runs a command that may ask for `proofRefusal`, under the limits of failed logins when it carries a password. */
export const underProof = (
  context: CommandContext,
  { password, ip = '' }: GivenProof,
  run: () => Promise<CommandOutcome>,
): Promise<CommandOutcome> =>
  password === undefined ? run() : limited(context.tools, { login: context.principal.userId, ip }, run);

/** A refresh is no sign-in: who has stolen the token can do it too. */
const isRecent = async ({ principal, load, tools, at }: CommandContext): Promise<boolean> => {
  const state = await load(session, principal.sessionId ?? '');
  if (state.kind !== 'open' || state.userId !== principal.userId) return false;
  return Date.parse(at) - Date.parse(state.startedAt) < tools.accountLimits.recentSignInMs;
};

const passwordRequired = (): Refusal =>
  refuse(
    'password_required',
    'The sign-in is too long ago for this: send the current password as `password`, or sign in again.',
  );

export const passwordIncorrect = (): Refusal =>
  refuse('password_incorrect', 'The current password is wrong.', [
    { pointer: '/password', code: 'password_incorrect', message: 'is not the current password' },
  ]);
