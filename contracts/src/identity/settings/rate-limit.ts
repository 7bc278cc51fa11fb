import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { Nullable, OneOf, Time, Uuid } from '../../kit/schemas.js';

/** What an operation counts as; one that names none is `default`. */
const rateClasses = ['login', 'anonymous', 'default', 'inference', 'upload', 'execute'] as const;
export type RateClass = (typeof rateClasses)[number];

const rateAlgorithms = ['sliding_window', 'token_bucket'] as const;
const countedPer = ['principal', 'ip', 'organization'] as const;

const MOST_REQUESTS = 1_000_000_000;
const DAY_SECONDS = 86_400;
/** More would make each request of a caller in a network slower. */
const MOST_OVERRIDES = 1_000;

const requests = Type.Integer({
  minimum: 0,
  maximum: MOST_REQUESTS,
  description: 'In `window_seconds`; 0 is no limit.',
});
const seconds = Type.Integer({ minimum: 1, maximum: DAY_SECONDS });
const burst = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: MOST_REQUESTS,
    description: 'What a full token bucket holds, `requests` when null. A sliding window has no use for it.',
  }),
);

export const Rate = resource('Rate', { requests, window_seconds: seconds, burst });
export type Rate = Readonly<Static<typeof Rate>>;

/** A rate as it is sent: what is absent stays, or is a minute and no burst of its own. */
const wanted = {
  requests,
  window_seconds: Type.Optional(seconds),
  burst: Type.Optional(burst),
};
const WantedRate = Type.Object(wanted);
export type WantedRate = Readonly<Static<typeof WantedRate>>;

const asDefault = { description: 'null: counted as `default`.' };

const ratesOfPlan = Type.Partial(
  Type.Object({
    login: Rate,
    anonymous: Rate,
    default: Rate,
    inference: Rate,
    upload: Rate,
    execute: Rate,
  }),
);
/** The rates of a plan; those of a class that is not there are those of everybody. */
export type PlanRates = Readonly<Partial<Record<RateClass, Rate>>>;

const WantedPlan = Type.Partial(
  Type.Object({
    login: WantedRate,
    anonymous: WantedRate,
    default: WantedRate,
    inference: WantedRate,
    upload: WantedRate,
    execute: WantedRate,
  }),
);
const Plans = Type.Object({ free: ratesOfPlan, pro: ratesOfPlan, enterprise: ratesOfPlan });

const subject = {
  user_id: Type.Optional(Uuid),
  organization_id: Type.Optional(Uuid),
  api_key_id: Type.Optional(Uuid),
  ip_cidr: Type.Optional(
    Type.String({
      maxLength: 49,
      description: 'An address or a network, `192.0.2.0/24` or `2001:db8::/48`.',
    }),
  ),
  class: OneOf(rateClasses),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'From then on it is not there.' }),
  ),
};

/** Another rate for one caller, counted for that one alone. */
export const RateOverride = resource('RateOverride', {
  ...subject,
  requests,
  window_seconds: seconds,
  burst,
});
export type RateOverride = Readonly<Static<typeof RateOverride>>;

const switches = {
  enabled: Type.Boolean({ description: 'False: nothing is counted, logins neither.' }),
  algorithm: OneOf(rateAlgorithms),
  per: OneOf(countedPer, {
    description:
      'Whom a signed-in caller is counted as: the account, which is the person with all sessions and keys, and of a key of an organization that organization; or the network. `organization` is the same as `principal`.',
  }),
  exempt_admins: Type.Boolean({ description: 'System administrators are not counted, but for `login`.' }),
};

const content = {
  ...switches,
  default: Rate,
  anonymous: Rate,
  login: Rate,
  inference: Type.Union([Rate, Type.Null()], asDefault),
  upload: Type.Union([Rate, Type.Null()], asDefault),
  execute: Type.Union([Rate, Type.Null()], asDefault),
  plans: Plans,
  overrides: Type.Array(RateOverride),
};

/** What an administrator can set of the rates. */
export const RateLimitContent = Type.Object(content);
export type RateLimitContent = Readonly<Static<typeof RateLimitContent>>;

export const RateLimitSettings = resource('RateLimitSettings', {
  ...content,
  updated_at: Nullable(Time),
  updated_by: Nullable(Type.String({ description: 'Id of the user.' })),
});
export type RateLimitSettings = Readonly<Static<typeof RateLimitSettings>>;

const WantedPlans = Type.Partial(Type.Object({ free: WantedPlan, pro: WantedPlan, enterprise: WantedPlan }));

export const RateLimitChanges = resource('RateLimitChanges', {
  enabled: Type.Optional(switches.enabled),
  algorithm: Type.Optional(switches.algorithm),
  per: Type.Optional(switches.per),
  exempt_admins: Type.Optional(switches.exempt_admins),
  default: Type.Optional(WantedRate),
  anonymous: Type.Optional(WantedRate),
  login: Type.Optional(WantedRate),
  inference: Type.Optional(Nullable(WantedRate)),
  upload: Type.Optional(Nullable(WantedRate)),
  execute: Type.Optional(Nullable(WantedRate)),
  plans: Type.Optional(WantedPlans),
  overrides: Type.Optional(Type.Array(Type.Object({ ...subject, ...wanted }), { maxItems: MOST_OVERRIDES })),
});
export type RateLimitChanges = Readonly<Static<typeof RateLimitChanges>>;
