import { otpMethods } from '@cairn/contracts';
import {
  type Clock,
  isRefusal,
  macOfServer,
  type Refusal,
  refuse,
  type Registers,
  type Vault,
} from '@cairn/kernel';
import type { ActiveFactor } from '../domain/second-factor/state.js';
import type { Account } from '../domain/user/state.js';

export interface ChallengeTools {
  readonly registers: Registers;
  readonly vault: Vault;
  readonly clock: Clock;
}

const CHALLENGE_MS = 5 * 60 * 1000;
/** Codes that may be tried against a challenge. */
const MOST_TRIES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Wrong codes of an account in a day, from wherever: who knows the password does not guess six digits. */
const MOST_WRONG_CODES = 100;

const registerOf = (challengeId: string): string => `otp-challenge:${challengeId}`;
const triesOf = (challengeId: string): string => `${registerOf(challengeId)}:tries`;

/**
 * Refuses a login whose password was right until a code comes, of the factor that there is now. The challenge is a
 * register: lost, it is over, and the person signs in again. `id` is this command's.
 */
export const challenged = async (
  { registers }: Pick<ChallengeTools, 'registers'>,
  account: Account,
  factor: ActiveFactor,
  id: string,
): Promise<Refusal> => {
  const value: StoredChallenge = {
    user_id: account.id,
    password_epoch: account.passwordEpoch,
    credential_id: factor.credentialId,
  };
  await registers.put(registerOf(id), value, CHALLENGE_MS);
  return {
    ...refuse('otp_required', 'The password is right; a one-time password is needed too.'),
    extensions: { challenge_id: id, expires_in: CHALLENGE_MS / 1000, methods: [...otpMethods] },
  };
};

type StoredChallenge = {
  readonly user_id: string;
  readonly password_epoch: number;
  readonly credential_id: string;
};

export interface Challenge {
  readonly userId: string;
  readonly passwordEpoch: number;
  /** Of the factor of which it wants a code. */
  readonly credentialId: string;
}

/** The challenge, while it can be answered. */
export const challengeOf = async (
  { registers }: Pick<ChallengeTools, 'registers'>,
  id: string,
): Promise<Challenge | undefined> => {
  const value = (await registers.get(registerOf(id)))?.value as StoredChallenge | undefined;
  return value === undefined
    ? undefined
    : { userId: value.user_id, passwordEpoch: value.password_epoch, credentialId: value.credential_id };
};

export const challengeInvalid = (): Refusal =>
  refuse('otp_challenge_invalid', 'The challenge is over; sign in again.');

/**
 * Counts a try before it is compared, so that many at once are no more than five, and a wrong one for its account.
 * Answers `otp_challenge_invalid` when the challenge had its tries, `account_locked` when the account had too many wrong codes.
 */
export const withinTries = async <Outcome>(
  tools: ChallengeTools,
  { id, userId }: { readonly id: string; readonly userId: string },
  run: () => Promise<Outcome | Refusal>,
): Promise<Outcome | Refusal> => {
  const { registers } = tools;
  if ((await wrongCodesToday(tools, userId)) >= MOST_WRONG_CODES) return tooMany();
  const tries = await registers.increment(triesOf(id), 1, CHALLENGE_MS);
  if (tries > MOST_TRIES) return over(registers, id);
  const outcome = await run();
  if (!isRefusal(outcome)) await registers.remove(registerOf(id));
  else if (outcome.refused === 'otp_invalid')
    await registers.increment(await wrongCodesOf(tools, userId), 1, DAY_MS);
  return outcome;
};

const over = async (registers: Registers, id: string): Promise<Refusal> => {
  await registers.remove(registerOf(id));
  return challengeInvalid();
};

const tooMany = (): Refusal => ({
  ...refuse('account_locked', 'There were too many wrong one-time passwords today; use a trusted device.'),
  retryAfterSeconds: DAY_MS / 1000,
});

/** Until when no code of an account is taken, milliseconds since 1970; `undefined` when codes are. */
export const otpLockedUntil = async (tools: ChallengeTools, userId: string): Promise<number | undefined> => {
  const tried = await wrongCodesToday(tools, userId);
  return tried < MOST_WRONG_CODES ? undefined : (dayOf(tools.clock) + 1) * DAY_MS;
};

/** How many codes of an account were wrong today. */
export const wrongCodesToday = async (tools: ChallengeTools, userId: string): Promise<number> =>
  Number((await tools.registers.get(await wrongCodesOf(tools, userId)))?.value ?? 0);

export const forgetWrongCodes = async (tools: ChallengeTools, userId: string): Promise<void> =>
  tools.registers.remove(await wrongCodesOf(tools, userId));

const dayOf = (clock: Clock): number => Math.floor(clock.now() / DAY_MS);

/** Registers must not tell who tried. */
const wrongCodesOf = async ({ vault, clock }: ChallengeTools, userId: string): Promise<string> => {
  const mac = await macOfServer(vault, 'login', 'otp', userId, dayOf(clock));
  return `otp-wrong:${mac.toString('base64url')}`;
};
