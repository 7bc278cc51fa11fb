import type { Rate, RateLimitContent } from '@cairn/contracts';
import type { RateLimit, RateLimits } from '../../options/options.js';

/** What the configuration says of the rates, as settings: what administrators never set. */
export const configuredRates = (limits: RateLimits): RateLimitContent => {
  const rateOf = (limit: RateLimit | undefined): Rate => ({
    requests: limit?.requests ?? 0,
    window_seconds: limit?.windowSeconds ?? 60,
    burst: null,
  });
  const ofOwn = (limit: RateLimit | undefined): Rate | null => (limit === undefined ? null : rateOf(limit));
  return {
    enabled: true,
    algorithm: 'sliding_window',
    per: 'principal',
    exempt_admins: false,
    default: rateOf(limits.default),
    anonymous: rateOf(limits.anonymous),
    login: rateOf(limits.login),
    inference: ofOwn(limits.inference),
    upload: ofOwn(limits.upload),
    execute: ofOwn(limits.execute),
    plans: { free: {}, pro: {}, enterprise: {} },
    overrides: [],
  };
};
