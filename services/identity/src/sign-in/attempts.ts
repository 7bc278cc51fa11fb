import {
  type AccountLimits,
  type Clock,
  eachOf,
  foldName,
  isRefusal,
  networkOf,
  pause,
  type Refusal,
  refuse,
  registerPages,
  type Registers,
  takeTurns,
  type Vault,
  macOfServer,
} from '@cairn/kernel';
import { hashingWithin } from '../credentials/hashing.js';

export interface AttemptTools {
  readonly registers: Registers;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly accountLimits: Pick<AccountLimits, 'hashing'>;
}

export interface Attempt {
  /** As typed: a user name, an e-mail address, anything; the user's id where the password of a session is asked again. */
  readonly login: string;
  /** The account that the login names; failures by its user name and by its address count together. */
  readonly accountId?: string | undefined;
  readonly ip: string;
}

const WINDOW_MS = 15 * 60 * 1000;
/** Failures of a login from one network before that pair is blocked until its window ends (SPEC-failed-logins). */
const MOST_FAILURES = 10;
/** Failures of a login from anywhere before answers are held back. */
const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 50;
/** No stranger locks an account: its owner waits no longer than this (S15). */
const LONGEST_DELAY_MS = 2_000;

/** One at a time for a login from a network, so that many at once do not slip under the limit. */
const turns = takeTurns();

/** Refusals of who does not know the password, or has no code. */
const WRONG: ReadonlySet<string> = new Set([
  'invalid_credentials',
  'password_incorrect',
  'otp_invalid',
  'otp_incorrect',
]);
/** Refusals that only who knows the password gets to. */
const AFTER_PROOF: ReadonlySet<string> = new Set(['account_disabled', 'password_too_weak']);

/**
 * Runs what compares a password under the limits of its login, known or not. A wrong one is counted, a right one ends the
 * counting; what was refused before the comparison does neither. Answers `account_locked` without an attempt when the
 * pair has failed too often, and `overloaded` when too many passwords are being compared. Who is held back waits here,
 * before it counts among those.
 */
export const limited = async <Outcome>(
  tools: AttemptTools,
  attempt: Attempt,
  run: () => Promise<Outcome>,
): Promise<Outcome | Refusal> => {
  const { byLogin, byPair } = await keysOf(tools.vault, attempt);
  return turns(byPair, async () => {
    const lockedMs = await lockedFor(tools, byPair);
    if (lockedMs > 0) return locked(lockedMs);
    await pause(delayAfter(await failuresOf(tools.registers, byLogin)));
    const outcome = await hashingWithin(tools.accountLimits.hashing, run);
    const code = isRefusal(outcome) ? outcome.refused : undefined;
    if (code === undefined || AFTER_PROOF.has(code)) await tools.registers.remove(byPair);
    else if (WRONG.has(code)) await countFailure(tools, byLogin, byPair);
    return outcome;
  });
};

/** Grows with each failure of the login, from wherever. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_MS);

const countFailure = async (
  { registers, clock }: AttemptTools,
  byLogin: string,
  byPair: string,
): Promise<void> => {
  await registers.increment(byLogin, 1, WINDOW_MS);
  const failures = await registers.increment(byPair, 1, WINDOW_MS);
  if (failures === 1) await registers.put(endOf(byPair), clock.now() + WINDOW_MS, WINDOW_MS);
  if (failures === MOST_FAILURES) {
    const forMs = await lockedFor({ registers, clock }, byPair);
    await registers.put(lastLockOf(byLogin), clock.now() + forMs, forMs);
  }
};

/** What the keys of a login's networks, and of its last lock, begin with. */
const within = (byLogin: string): string => `${byLogin}:`;
const lastLockOf = (byLogin: string): string => `${within(byLogin)}lock`;

/** What administrators may know of the failures of an account, by whatever name it was called. */
export interface KnownFailures {
  /** Of the last quarter of an hour, from wherever. */
  readonly failures: number;
  /** Milliseconds since 1970: until when a network is blocked; of several the one that was blocked last. */
  readonly lockedUntil?: number;
}

type KnownTools = Pick<AttemptTools, 'registers' | 'vault'>;

export const failuresOfAccount = async (
  { registers, vault, clock }: KnownTools & Pick<AttemptTools, 'clock'>,
  accountId: string,
): Promise<KnownFailures> => {
  const { byLogin } = await ofAccount({ vault }, accountId);
  const end = (await registers.get(lastLockOf(byLogin)))?.value;
  const isLocked = typeof end === 'number' && end > clock.now();
  return { failures: await failuresOf(registers, byLogin), ...(isLocked ? { lockedUntil: end } : {}) };
};

/** Whether failures of an account are counted now, or a network is blocked for it. */
export const hasFailures = async (tools: KnownTools, accountId: string): Promise<boolean> => {
  const { byLogin } = await ofAccount(tools, accountId);
  const [listed, counted] = await Promise.all([
    tools.registers.list(within(byLogin)),
    failuresOf(tools.registers, byLogin),
  ]);
  return counted > 0 || listed.length > 0;
};

/** Counts them no more, from whatever network: guesses may have come from thousands. */
export const forgetFailures = async (tools: KnownTools, accountId: string): Promise<void> => {
  const { registers } = tools;
  const { byLogin } = await ofAccount(tools, accountId);
  for await (const page of registerPages(registers, within(byLogin)))
    await eachOf(page, ({ key }) => registers.remove(key));
  await registers.remove(byLogin);
};

/** Milliseconds until the pair may try again. */
const lockedFor = async (
  { registers, clock }: Pick<AttemptTools, 'registers' | 'clock'>,
  byPair: string,
): Promise<number> => {
  if ((await failuresOf(registers, byPair)) < MOST_FAILURES) return 0;
  const end = (await registers.get(endOf(byPair)))?.value;
  return Math.max(typeof end === 'number' ? end - clock.now() : WINDOW_MS, 1);
};

const failuresOf = async (registers: Registers, key: string): Promise<number> => {
  const value = (await registers.get(key))?.value;
  return typeof value === 'number' ? value : 0;
};

const endOf = (byPair: string): string => `${byPair}:end`;

const locked = (forMs: number): Refusal => ({
  ...refuse('account_locked', 'There were too many wrong passwords; try again later.'),
  retryAfterSeconds: Math.ceil(forMs / 1000),
});

const ofAccount = ({ vault }: Pick<AttemptTools, 'vault'>, accountId: string) =>
  keysOf(vault, { login: '', accountId, ip: '' });

/** Registers must not tell who tried. Those of all networks are found by the login. */
const keysOf = async (
  vault: Vault,
  { login, accountId, ip }: Attempt,
): Promise<{ byLogin: string; byPair: string }> => {
  const who = accountId === undefined ? ['name', foldName(login)] : ['account', accountId];
  const [one, both] = await Promise.all([
    macOfServer(vault, 'login', ...who),
    macOfServer(vault, 'login', networkOf(ip), ...who),
  ]);
  const byLogin = `login:${one.toString('base64url')}`;
  return { byLogin, byPair: `${within(byLogin)}${both.toString('base64url')}` };
};
