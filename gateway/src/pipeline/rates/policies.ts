import type { Plan, Rate, RateClass, RateLimitContent, RateOverride } from '@cairn/contracts';
import { accountOfPrincipal, Network, networksOf, type Principal } from '@cairn/kernel';
import type { Limit } from './algorithms.js';

/** Who sends a request. */
export interface Sender {
  readonly principal: Principal;
  readonly ip: string;
}

/** For whom a request is counted: an account, or what is around it and has some times the rate of one. */
export interface CountedAs {
  readonly caller: string;
  readonly times: number;
}

/** A rate that holds for a request, and for whom it is counted. */
export interface Policy {
  readonly rateClass: RateClass;
  readonly limit: Limit;
  readonly countedAs: readonly CountedAs[];
}

interface KnownOverride {
  readonly override: RateOverride;
  /** Milliseconds since 1970. */
  readonly until: number;
}

interface NetworkOverride extends KnownOverride {
  readonly network: Network;
}

interface Found {
  readonly rate: Rate;
  readonly countedAs: readonly CountedAs[];
}

const DEFAULT = 'default';

/**
 * The settings, prepared for requests. Of several rates that fit, the first counts: an override of the key, the user, the
 * organization, the network; the plan of the organization; the class. What has none counts as `default`.
 */
export class Policies {
  readonly #named = new Map<string, KnownOverride>();
  readonly #networks: readonly NetworkOverride[];
  readonly #counted: ReadonlySet<RateClass>;

  constructor(
    private readonly settings: RateLimitContent,
    private readonly planOf: (organizationId: string) => Plan | undefined,
  ) {
    const overrides = settings.overrides.map((override) => ({
      override,
      until: override.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(override.expires_at),
    }));
    for (const known of overrides) {
      const name = nameOf(known.override);
      if (name !== undefined) this.#named.set(name, known);
    }
    this.#networks = overrides.flatMap(networkIn).sort(byNarrowest);
    this.#counted = countedIn(settings);
  }

  /** Whether requests of a class may be counted for anybody. */
  isCounted(rateClass: RateClass): boolean {
    return this.#counted.has(rateClass) || this.#counted.has(DEFAULT);
  }

  /** The rate that holds for a request; `undefined` where there is no limit. `now` in milliseconds since 1970. */
  of(rateClass: RateClass, sender: Sender, now: number): Policy | undefined {
    const { exempt_admins: exempts } = this.settings;
    // Passwords can be guessed with the session of an administrator, too.
    if (exempts && sender.principal.administrator && rateClass !== 'login') return undefined;
    const own = this.#found(rateClass, sender, now);
    const [counts, found] =
      own === undefined ? [DEFAULT, this.#found(DEFAULT, sender, now)] : [rateClass, own];
    if (found === undefined || found.rate.requests === 0) return undefined;
    return {
      rateClass: counts as RateClass,
      limit: limitOf(found.rate, this.settings.algorithm),
      countedAs: found.countedAs,
    };
  }

  #found(rateClass: RateClass, sender: Sender, now: number): Found | undefined {
    const override = this.#override(rateClass, sender, now);
    if (override !== undefined) return override;
    const rate = this.#ofPlan(rateClass, sender.principal) ?? this.settings[rateClass];
    return rate === null ? undefined : { rate, countedAs: countedAs(sender, this.settings.per, rate) };
  }

  #override(rateClass: RateClass, { principal, ip }: Sender, now: number): Found | undefined {
    const { apiKeyId, userId, organizationId } = principal;
    for (const id of [apiKeyId, userId, organizationId]) {
      const known = id === undefined ? undefined : this.#named.get(`${id} ${rateClass}`);
      if (known !== undefined && now < known.until) return forItself(known.override, id!);
    }
    const known = this.#networks.find(
      ({ override, until, network }) => override.class === rateClass && now < until && network.has(ip),
    );
    return known && forItself(known.override, known.network.text);
  }

  #ofPlan(rateClass: RateClass, { organizationId }: Principal): Rate | undefined {
    const plan = organizationId === undefined ? undefined : this.planOf(organizationId);
    return plan && this.settings.plans[plan][rateClass];
  }
}

const forItself = (rate: Rate, named: string): Found => ({
  rate,
  countedAs: [{ caller: `override:${named}`, times: 1 }],
});

const nameOf = ({
  api_key_id,
  user_id,
  organization_id,
  class: rateClass,
}: RateOverride): string | undefined => {
  const id = api_key_id ?? user_id ?? organization_id;
  return id === undefined ? undefined : `${id} ${rateClass}`;
};

const networkIn = (known: KnownOverride): readonly NetworkOverride[] => {
  const { ip_cidr: written } = known.override;
  const network = written === undefined ? undefined : Network.parse(written);
  return network === undefined ? [] : [{ ...known, network }];
};

const byNarrowest = (one: NetworkOverride, other: NetworkOverride): number =>
  other.network.prefix - one.network.prefix;

const CLASSES = ['login', 'anonymous', 'default', 'inference', 'upload', 'execute'] as const;

/** The classes that have a limit for somebody. */
const countedIn = ({ enabled, plans, overrides, ...settings }: RateLimitContent): ReadonlySet<RateClass> => {
  if (!enabled) return new Set();
  const isLimit = (rate: Rate | null | undefined): boolean => (rate?.requests ?? 0) > 0;
  const rates = [settings, ...Object.values(plans)];
  return new Set([
    ...CLASSES.filter((name) => rates.some((each) => isLimit(each[name]))),
    ...overrides.filter(isLimit).map(({ class: name }) => name),
  ]);
};

const limitOf = ({ requests, window_seconds, burst }: Rate, algorithm: Limit['algorithm']): Limit => ({
  algorithm,
  requests,
  windowMs: window_seconds * 1000,
  burst: burst ?? requests,
});

/** Anybody may make many organizations: the keys that a person has in all of them have so many times one rate. */
const ORGANIZATIONS = 4;

/** Nobody is counted for the networks that it comes from (S44), who is signed in for the account. */
const countedAs = (
  { principal, ip }: Sender,
  per: RateLimitContent['per'],
  { requests }: Rate,
): readonly CountedAs[] => {
  const account = accountOfPrincipal(principal);
  if (account === undefined || per === 'ip')
    return networksOf(ip).map(({ network, times }) => ({ caller: `network:${network}`, times }));
  const own = { caller: account, times: 1 };
  if (principal.organizationId === undefined) return [own];
  // Plans have rates of their own, each of which is counted by itself.
  return [own, { caller: `organizations of ${principal.userId} at ${requests}`, times: ORGANIZATIONS }];
};
