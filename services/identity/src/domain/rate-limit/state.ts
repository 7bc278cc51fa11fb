import { type RateLimitContent, type RateLimitEvent, rateLimitEvents } from '@cairn/contracts';
import { aggregate, derivedId } from '@cairn/kernel';

/** What was ever set of the rates: the configuration tells the rest. */
export interface RateLimitState {
  readonly begun: boolean;
  readonly set: Partial<RateLimitContent>;
}

const evolve = (state: RateLimitState, event: RateLimitEvent): RateLimitState => {
  switch (event.type) {
    case 'RateLimitsBegun':
      return { ...state, begun: true };
    case 'RateLimitsChanged':
      return { ...state, set: { ...state.set, ...event.data.changes } };
  }
};

/** Stream `rateLimit-<RATE_LIMITS>`, the only one: how often callers may call. */
export const rateLimit = aggregate<RateLimitState, RateLimitEvent>({
  category: 'rateLimit',
  events: Object.values(rateLimitEvents),
  stateVersion: 1,
  initial: { begun: false, set: {} },
  evolve,
});

export const RATE_LIMITS = derivedId('identity', 'rate-limits');

/** The revision of what was never set; the first change makes two events, so that nothing that was set has it. */
export const NEVER_SET = '0';
