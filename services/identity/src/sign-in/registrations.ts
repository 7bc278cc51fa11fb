import {
  type AccountLimits,
  type Clock,
  type CountedNetwork,
  isRefusal,
  networksOf,
  type Refusal,
  refuse,
  type Registers,
  type Vault,
  macOfServer,
} from '@cairn/kernel';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface RegistrationTools {
  readonly registers: Registers;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly accountLimits: Pick<AccountLimits, 'registrationsPerDay'>;
}

/**
 * Makes an account unless the networks that it is asked for from have had as many as they may today (S47). What comes to
 * nothing is not counted. Registers may be lost, and the counts with them. Answers `registration_limit`.
 */
export const withinRegistrations = async <Outcome>(
  tools: RegistrationTools,
  ip: string | undefined,
  run: () => Promise<Outcome>,
): Promise<Outcome | Refusal> => {
  const { registrationsPerDay: bound } = tools.accountLimits;
  if (bound === 0 || ip === undefined) return run();
  const taken: string[] = [];
  let isMade = false;
  try {
    const refusal = await taking(tools, networksOf(ip), taken);
    if (refusal !== undefined) return refusal;
    const outcome = await run();
    isMade = !isRefusal(outcome);
    return outcome;
  } finally {
    if (!isMade) for (const key of taken) await tools.registers.increment(key, -1, DAY_MS);
  }
};

/** Counts one more in each network, the narrowest first, until one is full: that one and those around it are not filled by it. */
const taking = async (
  tools: RegistrationTools,
  networks: readonly CountedNetwork[],
  taken: string[],
): Promise<Refusal | undefined> => {
  const now = tools.clock.now();
  const day = Math.floor(now / DAY_MS);
  for (const { network, times } of networks) {
    const key = await keyOf(tools.vault, network, day);
    const bound = tools.accountLimits.registrationsPerDay * times;
    taken.push(key);
    if ((await tools.registers.increment(key, 1, DAY_MS)) > bound)
      return {
        ...refuse(
          'registration_limit',
          `${bound} accounts a day can be made from ${network}, and no more today.`,
        ),
        retryAfterSeconds: Math.ceil(((day + 1) * DAY_MS - now) / 1000),
      };
  }
  return undefined;
};

/** Registers must not tell who registered. */
const keyOf = async (vault: Vault, network: string, day: number): Promise<string> =>
  `registrations:${day}:${(await macOfServer(vault, 'login', 'registrations', network)).toString('base64url')}`;
