import { modelQueries, operations } from '@cairn/contracts';
import { applications } from '@cairn/models';
import { ok } from '../../call/answer.js';
import { type AnyHandler, handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { recordHandlers } from '../record.js';
import { listBy } from '../resource.js';

/** With who has models of it today, whatever moment is read. */
const getApplication = handler(operations.getApplication, async (call) => {
  const { context, params } = call;
  const application = found(await applications.queries.byId(context, params));
  const user_info = await call.ask(modelQueries.usersOfApplication, { application_id: params.id });
  return ok({ ...application, resource: { ...application.resource, user_info } });
});

const listApplications = listBy(operations.listApplications, (context, _, page, filters) =>
  applications.queries.listOpenly(context, page, { ...filters, disabled: false }),
);

/** What answers the operations of applications. */
export const applicationHandlers: readonly AnyHandler[] = [
  ...recordHandlers(applications, [getApplication]),
  listApplications,
];
