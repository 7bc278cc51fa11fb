import { Type } from '@sinclair/typebox';
import { command } from '../../kit/command.js';
import { QuotaChanges } from './quotas.js';
import { RateLimitChanges } from './rate-limit.js';

/** Commands about what is set for the whole of Cairn; administrators alone. `body` is what the caller sent. */
export const settingsCommands = {
  changeQuotas: command('identity.changeQuotas', Type.Object({ body: QuotaChanges })),
  changeRateLimits: command('identity.changeRateLimits', Type.Object({ body: RateLimitChanges })),
} as const;
