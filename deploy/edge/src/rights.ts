import type { GatewayOptions } from '@cairn/gateway';
import { type Authenticator, createAuthenticator, RightsLease } from '@cairn/identity';
import {
  type Config,
  freshId,
  type Logger,
  type OpenEngines,
  type Position,
  type Principal,
  type Quotas,
  type QuotasInForce,
  type Rights as GroupRights,
  type Started,
  untilEnginesAnswer,
} from '@cairn/kernel';

/** Who may do what, as this gateway knows it, and when what changes it is seen by all gateways. */
export interface Rights {
  /** What people hold in groups, by what this gateway knows. */
  readonly groups: GroupRights;
  /** Who holds the bearer. Throws `Unauthenticated`, and `AccessUnproven` when nobody can tell what is true now. */
  authenticate(this: void, bearer: string | undefined): Promise<Principal>;
  /** What administrators set of how often callers may call. */
  readonly rates: NonNullable<GatewayOptions['rates']>;
  /** How much may be stored, as administrators set it over what the configuration says. */
  quotasOver(this: void, configured: Quotas): QuotasInForce;
  /** Whether every change of rights up to a position is in force everywhere, within the time. */
  caughtUpTo(this: void, position: Position, timeoutMs: number): Promise<boolean>;
}

/** What rights are read from. */
interface RightsParts {
  readonly engines: OpenEngines;
  readonly config: Config;
  readonly logger: Logger;
}

/** Those of a gateway that is the only one. */
export const ownRights = async (parts: RightsParts, started: Started): Promise<Rights> => {
  const { engines, logger } = parts;
  const stopping = new AbortController();
  const authenticator = createAuthenticator({ ...engines, logger });
  started.then(async () => {
    stopping.abort();
    await authenticator.stopped();
  });
  await untilEnginesAnswer(parts, () => authenticator.start(stopping.signal));
  return {
    groups: authenticator.rights,
    rates: ratesOf(authenticator),
    quotasOver: (configured) => authenticator.quotasOver(configured),
    authenticate: (bearer) => authenticator.authenticate(bearer),
    caughtUpTo: (position, timeoutMs) => authenticator.caughtUpTo(position, timeoutMs),
  };
};

/** Those of one gateway among several. */
export interface SharedRights extends Rights {
  /** Until when this gateway may grant, milliseconds since 1970; it may lie behind. */
  until(this: void): number;
}

/** Rights under a lease: what takes one away is answered when every gateway knows it (law 2, S18). */
export const sharedRights = async (parts: RightsParts, started: Started): Promise<SharedRights> => {
  const { engines, logger } = parts;
  const stopping = new AbortController();
  const monotonic = (): number => performance.now();
  const authenticator = createAuthenticator({ ...engines, logger, monotonic, moved: () => lease.moved() });
  const lease = new RightsLease({
    registers: engines.registers,
    holder: freshId(),
    prove: () => authenticator.prove(),
    position: () => authenticator.position,
    logger,
    monotonic,
  });
  started.then(async () => {
    stopping.abort();
    await authenticator.stopped();
  });
  await untilEnginesAnswer(parts, () => authenticator.start(stopping.signal));
  await untilEnginesAnswer(parts, () => lease.start(stopping.signal));
  started.then(async () => {
    stopping.abort();
    await lease.stopped();
  });
  return {
    groups: authenticator.rights,
    rates: ratesOf(authenticator),
    quotasOver: (configured) => authenticator.quotasOver(configured),
    authenticate: async (bearer) => {
      await lease.assure();
      return authenticator.authenticate(bearer);
    },
    caughtUpTo: async (position, timeoutMs) => {
      const here = await authenticator.caughtUpTo(position, timeoutMs);
      return here && lease.everywhere(position, timeoutMs);
    },
    until: () => engines.clock.now() + lease.leftMs(),
  };
};

const ratesOf = (authenticator: Authenticator): Rights['rates'] => ({
  set: () => authenticator.rateLimits,
  planOf: (organizationId) => authenticator.planOf(organizationId),
});
