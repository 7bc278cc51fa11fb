import { identityCommands, type OtpRemoval } from '@cairn/contracts';
import { type CommandContext, type Refusal, refuse, serviceCommand } from '@cairn/kernel';
import { provenCode } from '../../credentials/one-time-passwords.js';
import { decideRemove, isFresh, otpIncorrect, otpNotEnrolled } from '../../domain/second-factor/decisions.js';
import { secondFactor, type SecondFactorState } from '../../domain/second-factor/state.js';
import { sessionRequired } from '../../domain/user/session-required.js';
import { limited } from '../../sign-in/attempts.js';
import { proofRefusal } from '../../sign-in/person-proof.js';

const proofNeeded = (): Refusal =>
  refuse('invalid_body', 'Turning the second factor off needs a code or the current password.', [
    { pointer: '/code', code: 'required', message: 'is needed, or password' },
  ]);

const refusalOf = async (
  state: SecondFactorState,
  { code, password }: OtpRemoval,
  context: CommandContext,
): Promise<Refusal | undefined> => {
  if (state.active === null && state.pending === null) return otpNotEnrolled();
  if (password !== undefined) return proofRefusal(context, { password });
  return (await isOwnCode(state, code ?? '', context)) ? undefined : otpIncorrect();
};

const isOwnCode = async (
  state: SecondFactorState,
  code: string,
  { tools: { vault, clock } }: CommandContext,
): Promise<boolean> => {
  const credentialId = (state.active ?? state.pending)?.credentialId ?? '';
  const proven = await provenCode(vault, credentialId, code, clock.now());
  return proven !== undefined && (state.active === null || isFresh(state, proven));
};

/** Whoever holds the session alone does not turn it off. */
export const removeOtp = serviceCommand(identityCommands.removeOtp, async ({ body, ip }, context) => {
  const { principal, tools } = context;
  const { userId } = principal;
  if (principal.kind !== 'user') return sessionRequired();
  if (body.code === undefined && body.password === undefined) return proofNeeded();
  return limited(tools, { login: userId, accountId: userId, ip }, () =>
    context.execute(secondFactor, userId, {
      given: async (state) => refusalOf(state, body, context),
      decide: (state) => decideRemove(state, userId, { reason: 'turned_off' }),
    }),
  );
});

/** Only Cairn itself sends it, when it erases the account. */
export const eraseSecondFactor = serviceCommand(
  identityCommands.eraseSecondFactor,
  async ({ user_id: id }, { principal, execute }) =>
    principal.kind === 'system'
      ? execute(secondFactor, id, { decide: (state) => decideRemove(state, id, { reason: 'erased' }) })
      : refuse('forbidden', 'A second factor is erased with its account only.'),
);
