import { operations } from '@cairn/contracts';
import type { AnyHandler } from '../../call/handler.js';
import { list } from '../resource.js';

/** Which requests were answered, for administrators. */
export const journalHandlers: readonly AnyHandler[] = [
  list(operations.listAccessLog, ({ edge, filters, page }) => {
    const { user_id: userId, organization_id: organizationId, ...others } = filters;
    return edge.journal.accesses({ userId, organizationId, ...others }, page);
  }),
];
