import { identityCommands, type InputOf } from '@cairn/contracts';
import { type CommandContext, type CommandOutcome, isRefusal, refuse, serviceCommand } from '@cairn/kernel';
import { accountByLogin } from '../../accounts/lookup.js';
import { deviceIn } from '../../credentials/device-token.js';
import { isPassword } from '../../credentials/passwords.js';
import { isTrusted } from '../../domain/second-factor/decisions.js';
import { secondFactor, type SecondFactorState } from '../../domain/second-factor/state.js';
import type { Account } from '../../domain/user/state.js';
import { limited } from '../../sign-in/attempts.js';
import { beginSession } from '../../sign-in/begin-session.js';
import { challenged } from '../../sign-in/otp-challenges.js';

type Input = InputOf<typeof identityCommands.login>;

const attempt = async (
  account: Account | undefined,
  input: Input,
  context: CommandContext,
): Promise<CommandOutcome> => {
  const isRight = await isPassword(context.tools.vault, account?.credentialId, input.body.password);
  if (account === undefined || !isRight)
    return refuse('invalid_credentials', 'The login or the password is wrong.');
  if (account.disabled) return refuse('account_disabled', 'The account is disabled.');
  const factor = await context.load(secondFactor, account.id);
  if (factor.active !== null && !(await isFromTrusted(factor, account, input.body.device_token, context)))
    return challenged(context.tools, account, factor.active, context.id('challenge'));
  return beginSession(context, account, input);
};

const isFromTrusted = async (
  { devices }: SecondFactorState,
  account: Account,
  token: string | undefined,
  { tools, at }: CommandContext,
): Promise<boolean> => {
  const id = token === undefined ? undefined : await deviceIn(tools.vault, account.id, token);
  return devices.some((device) => device.id === id && isTrusted(device, account.passwordEpoch, at));
};

/**
 * Compares the password under the limits of the login and begins a session, or asks for a code when the account has a
 * second factor. What was typed is never logged.
 */
export const login = serviceCommand(identityCommands.login, async (input, context) => {
  const { username } = input.body;
  const account = await accountByLogin(context, username);
  const outcome = await limited(
    context.tools,
    { login: username, accountId: account?.id, ip: input.ip },
    () => attempt(account, input, context),
  );
  if (isRefusal(outcome)) logRefusal(context, outcome.refused, input.ip);
  return outcome;
});

/** For who looks for what went wrong: never what was typed. */
export const logRefusal = ({ tools, facts }: CommandContext, code: string, ip: string): void =>
  tools.logger.info({ code, ip, correlation: facts.correlation }, 'a login was refused');
