import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { QuotaContent } from '../settings/quotas.js';
import { USER } from '../../kit/example-ids.js';

const QuotasBegun = event({
  name: 'QuotasBegun',
  storedType: 'identity.quota.begun.v1',
  description:
    'Quotas are settings from here on; until then the configuration alone told them. It stands before the first change.',
  schema: Type.Object({}),
  example: {},
});

export const QuotasChanged = event({
  name: 'QuotasChanged',
  storedType: 'identity.quota.changed.v1',
  description: 'An administrator set some of the quotas; each that is named is as a whole what stands here.',
  schema: Type.Object({ user_id: Uuid, changes: Type.Partial(QuotaContent) }),
  example: { user_id: USER, changes: { accounts: { bytes: 1_000_000_000, items: null } } },
});

/** The events of the `quota-` stream, which is never published. */
export const quotaEvents = { QuotasBegun, QuotasChanged } as const;
export type QuotaEvent = EventOf<(typeof quotaEvents)[keyof typeof quotaEvents]>;
