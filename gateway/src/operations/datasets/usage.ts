import { operations } from '@cairn/contracts';
import { usageOfAccount, usageOfOrganization } from '@cairn/datasets';
import { mayReview } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { answer, handler } from '../handler.js';

export const getMyUsage = handler(operations.getMyUsage, async ({ context, principal, edge }) =>
  answer(await usageOfAccount(context.today, principal.userId, edge.quotas)),
);
export const getOrganizationUsage = handler(
  operations.getOrganizationUsage,
  async ({ context, params, edge }) => {
    found(await mayReview(context, params.id));
    return answer(await usageOfOrganization(context.today, params.id, edge.quotas));
  },
);
