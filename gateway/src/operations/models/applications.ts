import { type AdminSimpleUserInfo, operations, type User } from '@cairn/contracts';
import { userById } from '@cairn/identity';
import { applications, usersOfApplication } from '@cairn/models';
import { found } from '../../problems/problem.js';
import { type AnyHandler, handler, ok } from '../handler.js';
import { recordHandlers } from '../record.js';
import { listBy } from '../resource.js';

const userInfo = (user: User, count: number): AdminSimpleUserInfo => ({
  id: user.id,
  created_at: user.created_at,
  updated_at: user.updated_at,
  username: user.username,
  email: user.email,
  name: user.name,
  firstname: user.firstname,
  ...(user.last_login === undefined ? {} : { last_login: user.last_login }),
  disabled: user.disabled,
  is_system_admin: user.is_system_admin,
  count,
});

/** With who has models of it today, whatever moment is read. */
const getApplication = handler(operations.getApplication, async ({ context, edge, params }) => {
  const application = found(await applications.queries.byId(context, params));
  const users = await usersOfApplication(context, params.id);
  const user_info = await Promise.all(
    users.map(async ({ user_id, count }) => {
      const user = await userById({ documents: context.today }, edge.registers, user_id);
      return user === undefined ? [] : [userInfo(user.resource, count)];
    }),
  );
  return ok({ ...application, resource: { ...application.resource, user_info: user_info.flat() } });
});

const listApplications = listBy(operations.listApplications, (context, _, page, filters) =>
  applications.queries.listOpenly(context, page, { ...filters, disabled: false }),
);

/** What answers the operations of applications. */
export const applicationHandlers: readonly AnyHandler[] = [
  ...recordHandlers(applications, [getApplication]),
  listApplications,
];
