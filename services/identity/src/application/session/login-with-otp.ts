import { identityCommands, type InputOf, type SignedIn } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  isRefusal,
  refuse,
  serviceCommand,
  type Step,
  step,
} from '@cairn/kernel';
import { writeDeviceToken } from '../../credentials/device-token.js';
import { provenCode } from '../../credentials/one-time-passwords.js';
import { decideComplete } from '../../domain/second-factor/decisions.js';
import { secondFactor } from '../../domain/second-factor/state.js';
import { session } from '../../domain/session/state.js';
import { type Account, user } from '../../domain/user/state.js';
import { limited } from '../../sign-in/attempts.js';
import { beginSession } from '../../sign-in/begin-session.js';
import { challengeInvalid, challengeOf, withinTries } from '../../sign-in/otp-challenges.js';
import { logRefusal } from './login.js';

type Input = InputOf<typeof identityCommands.loginWithOtp>;

/** The code is recorded as used first (law 5): a session begins by it once, whoever brings it, wherever. */
const codeTaken = (account: Account, input: Input, context: CommandContext): Step => {
  const { id: userId, passwordEpoch } = account;
  const trust =
    input.body.trust_device === true
      ? { id: context.id('device'), passwordEpoch, ip: input.ip, userAgent: input.user_agent }
      : undefined;
  return step(secondFactor, userId, {
    given: async ({ active }) => ({
      proven: await provenCode(
        context.tools.vault,
        active?.credentialId ?? '',
        input.body.code,
        context.tools.clock.now(),
      ),
    }),
    decide: (state, { proven }) =>
      decideComplete(state, { userId, sessionId: context.id('session'), proven, trust, at: context.at }),
  });
};

const complete = async (account: Account, input: Input, context: CommandContext): Promise<CommandOutcome> => {
  const done = await beginSession(context, account, input, [codeTaken(account, input, context)]);
  if (isRefusal(done) || input.body.trust_device !== true) return done;
  const device_token = await writeDeviceToken(context.tools.vault, account.id, context.id('device'));
  return { ...done, result: { ...(done.result as SignedIn), device_token } };
};

/** Whose challenge it is, while password and factor are those that it was given for. */
const challengedAccount = async (
  { body: { challenge_id: id } }: Input,
  context: CommandContext,
): Promise<Account | undefined> => {
  const challenge = await challengeOf(context.tools, id);
  const account = challenge && (await context.load(user, challenge.userId));
  if (account?.kind !== 'account' || account.passwordEpoch !== challenge?.passwordEpoch) return undefined;
  const { active } = await context.load(secondFactor, account.id);
  return active?.credentialId === challenge.credentialId ? account : undefined;
};

/** The account whose session this very command has begun before: its answer was lost. */
const accountBegunFor = async (context: CommandContext): Promise<Account | undefined> => {
  const begun = await context.load(session, context.id('session'));
  const account = begun.kind === 'none' ? undefined : await context.load(user, begun.userId);
  return account?.kind === 'account' ? account : undefined;
};

const answered = async (input: Input, context: CommandContext): Promise<CommandOutcome> => {
  const begunFor = await accountBegunFor(context);
  if (begunFor !== undefined) return complete(begunFor, input, context);
  const account = await challengedAccount(input, context);
  if (account === undefined) return challengeInvalid();
  if (account.disabled) return refuse('account_disabled', 'The account is disabled.');
  const { id: userId } = account;
  return limited(context.tools, { login: userId, accountId: userId, ip: input.ip }, () =>
    withinTries(context.tools, { id: input.body.challenge_id, userId }, () =>
      complete(account, input, context),
    ),
  );
};

/** Answers the challenge of a login with a code, under the limits of failed logins, and begins the session. */
export const loginWithOtp = serviceCommand(identityCommands.loginWithOtp, async (input, context) => {
  const outcome = await answered(input, context);
  if (isRefusal(outcome)) logRefusal(context, outcome.refused, input.ip);
  return outcome;
});
