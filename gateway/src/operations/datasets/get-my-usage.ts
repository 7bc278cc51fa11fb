import { operations } from '@cairn/contracts';
import { usageOf } from '@cairn/datasets';
import { answer, handler } from '../handler.js';

export const getMyUsage = handler(operations.getMyUsage, async ({ reading, principal, edge }) =>
  answer(await usageOf(reading.today, principal.userId, edge.quotas)),
);
