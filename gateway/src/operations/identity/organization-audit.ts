import { operations } from '@cairn/contracts';
import { auditableOrganization } from '@cairn/identity';
import { list } from '../resource.js';
import { unrefused } from './unrefused.js';

export const listOrganizationAudit = list(
  operations.listOrganizationAudit,
  async ({ context, edge, params, filters, page }) => {
    const isShown = unrefused(await auditableOrganization(context, params.id));
    if (isShown === undefined) return undefined;
    const { user_id: userId, refused, from, to } = filters;
    const filter = { organizationId: params.id, audited: true, userId, refused, from, to } as const;
    return edge.journal.accesses(filter, page);
  },
);
