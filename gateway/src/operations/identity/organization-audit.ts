import { operations } from '@cairn/contracts';
import { auditableOrganization } from '@cairn/identity';
import { found } from '../../problems/problem.js';
import { list } from '../resource.js';

export const listOrganizationAudit = list(
  operations.listOrganizationAudit,
  async ({ context, edge, params, filters, page }) => {
    found(await auditableOrganization(context, params.id));
    const { user_id: userId, refused, from, to } = filters;
    const filter = { organizationId: params.id, audited: true, userId, refused, from, to } as const;
    return edge.journal.accesses(filter, page);
  },
);
