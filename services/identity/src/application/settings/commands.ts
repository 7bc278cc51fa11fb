import { settingsCommands as contract } from '@cairn/contracts';
import { type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { decideChangeQuotas } from '../../domain/quota/decisions.js';
import { QUOTAS, quota } from '../../domain/quota/state.js';
import { decideChangeRateLimits } from '../../domain/rate-limit/decisions.js';
import { NEVER_SET, RATE_LIMITS, rateLimit } from '../../domain/rate-limit/state.js';

export const settingsCommands: readonly ServiceCommand[] = [
  serviceCommand(contract.updateRateLimits, ({ body }, { principal, executeAddressed }) =>
    executeAddressed(rateLimit, RATE_LIMITS, {
      revisionBeforeFirst: NEVER_SET,
      decide: (state) => decideChangeRateLimits(state, body, principal),
    }),
  ),
  serviceCommand(contract.updateQuotas, ({ body }, { principal, executeAddressed }) =>
    executeAddressed(quota, QUOTAS, {
      revisionBeforeFirst: NEVER_SET,
      decide: (state) => decideChangeQuotas(state, body, principal),
    }),
  ),
];
