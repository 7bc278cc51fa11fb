import { operations } from '@cairn/contracts';
import { found } from '../../problems/problem.js';
import { type AnyHandler, answer, handler } from '../handler.js';
import { list } from '../resource.js';

/** Which requests were answered and what went wrong, for administrators. */
export const journalHandlers: readonly AnyHandler[] = [
  list(operations.listAccessLog, ({ edge, filters, page }) => {
    const { user_id: userId, organization_id: organizationId, ...others } = filters;
    return edge.journal.accesses({ userId, organizationId, ...others }, page);
  }),
  list(operations.listErrors, ({ edge, filters, page }) => {
    const { resolved, user_id: userId, entity, entity_id: entityId } = filters;
    return edge.journal.errors({ resolved, userId, entity, entityId }, page);
  }),
  handler(operations.updateErrors, async ({ edge, body }) =>
    answer(found(await edge.journal.resolve(body.id.toLowerCase(), body.resolved))),
  ),
];
