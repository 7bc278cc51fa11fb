import { operations, settingsCommands } from '@cairn/contracts';
import { quotaHistory, quotaSettings, rateLimitHistory, rateLimitSettings } from '@cairn/identity';
import { ok } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { list } from '../resource.js';

const rateLimits = { location: operations.getRateLimits.path, id: 'rate-limit' };
const quotas = { location: operations.getQuotas.path, id: 'quotas' };

export const getRateLimits = handler(operations.getRateLimits, async ({ context, edge }) =>
  ok(await rateLimitSettings(context, edge.configured.rates)),
);
export const updateRateLimits = handler(operations.updateRateLimits, async (call) => {
  const { context } = await call.write(settingsCommands.updateRateLimits, { body: call.body }, rateLimits);
  return ok(await rateLimitSettings(context, call.edge.configured.rates));
});
export const listRateLimitHistory = list(operations.listRateLimitHistory, ({ edge, context, page }) =>
  rateLimitHistory(edge, context, page),
);

export const getQuotas = handler(operations.getQuotas, async ({ context, edge }) =>
  ok(await quotaSettings(context, edge.configured.quotas)),
);
export const updateQuotas = handler(operations.updateQuotas, async (call) => {
  const { context } = await call.write(settingsCommands.updateQuotas, { body: call.body }, quotas);
  return ok(await quotaSettings(context, call.edge.configured.quotas));
});
export const listQuotaHistory = list(operations.listQuotaHistory, ({ edge, context, page }) =>
  quotaHistory(edge, context, page),
);
