import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { RateLimitContent } from '../settings/rate-limit.js';
import { USER } from '../../kit/example-ids.js';

const RateLimitsBegun = event({
  name: 'RateLimitsBegun',
  storedType: 'identity.rate_limit.begun.v1',
  description:
    'Rates are settings from here on; until then the configuration alone told them. It stands before the first change.',
  schema: Type.Object({}),
  example: {},
});

const RateLimitsChanged = event({
  name: 'RateLimitsChanged',
  storedType: 'identity.rate_limit.changed.v1',
  description: 'An administrator set some of the rates; each that is named is as a whole what stands here.',
  schema: Type.Object({ user_id: Uuid, changes: Type.Partial(RateLimitContent) }),
  example: { user_id: USER, changes: { login: { requests: 20, window_seconds: 60, burst: null } } },
});

/** The events of the `rateLimit-` stream, which is never published. */
export const rateLimitEvents = { RateLimitsBegun, RateLimitsChanged } as const;
export type RateLimitEvent = EventOf<(typeof rateLimitEvents)[keyof typeof rateLimitEvents]>;
