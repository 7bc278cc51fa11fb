import { identityCommands, type NewPassword, PasswordResetCompleted } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  derivedId,
  isRefusal,
  type Refusal,
  refuse,
  serviceCommand,
  streamOf,
} from '@cairn/kernel';
import { hashingWithin } from '../../credentials/hashing.js';
import { keepPassword } from '../../credentials/passwords.js';
import { openLinkOf, readResetLink } from '../../credentials/mailed-token.js';
import { verifiedBy } from '../../domain/user/verifying.js';
import { newPasswordRefusal } from '../../credentials/new-password.js';
import { type OpenLink, user, type UserState } from '../../domain/user/state.js';

const notValid = (): Refusal => refuse('reset_token_invalid', 'The reset link cannot be used.');

interface Completion {
  readonly resetId: string;
  readonly credentialId: string;
  readonly keepsKeys: boolean;
  /** Now, RFC 3339. */
  readonly at: string;
}

/** A link is used once: of two at once the second finds it used. Who used it reads what is mailed to the address. */
export const decideResetPassword = (state: UserState, completion: Completion): Decision => {
  if (state.kind !== 'account') return notValid();
  const { resetId, credentialId, keepsKeys, at } = completion;
  if (!state.resets.some((reset) => reset.id === resetId && reset.expiresAt > at)) return notValid();
  return [
    PasswordResetCompleted.of({
      id: state.id,
      reset_id: resetId,
      credential_id: credentialId,
      replaced_credential_id: state.credentialId,
      ...(keepsKeys ? {} : { api_keys_revoked: true }),
    }),
    ...verifiedBy(state, 'reset'),
  ];
};

interface Link {
  readonly userId: string;
  readonly token: string;
}

const usable = async (
  { userId, token }: Link,
  body: NewPassword,
  context: CommandContext,
  credentialId: string,
): Promise<OpenLink | Refusal> => {
  const { vault } = context.tools;
  const state = await context.load(user, userId);
  if (state.kind !== 'account') return notValid();
  const said = readResetLink(userId, token);
  const reset = said && (await openLinkOf(vault, 'reset', state.resets, { ...said, at: context.at }));
  if (reset === undefined) return notValid();
  if (body.password !== body.repeat_password)
    return refuse('password_mismatch', 'The password and its repetition differ.', [
      { pointer: '/repeat_password', code: 'password_mismatch', message: 'differs' },
    ]);
  const refusal = await newPasswordRefusal(vault, state, body.password, '/password');
  if (refusal !== undefined) return refusal;
  await keepPassword(vault, credentialId, streamOf(user, userId), body.password);
  return reset;
};

/** Whoever had the password may have made keys: they end too, unless the person says that they go on. */
export const resetPassword = serviceCommand(
  identityCommands.resetPassword,
  async ({ user_id: userId, reset_token: token, body }, context) => {
    const credentialId = derivedId(context.facts.id, context.facts.request, 'password');
    const keepsKeys = body.keep_api_keys === true;
    const done = await hashingWithin(context.tools.accountLimits.hashing, () =>
      context.execute(user, userId, {
        given: () => usable({ userId, token }, body, context, credentialId),
        decide: (state, reset) =>
          decideResetPassword(state, { resetId: reset.id, credentialId, keepsKeys, at: context.at }),
      }),
    );
    if (isRefusal(done))
      context.tools.logger.info({ code: done.refused }, 'a reset of a password was refused');
    return done;
  },
);
