import { operations, type ParamsOf, roleCommands } from '@cairn/contracts';
import { allPermissions, roleById, roleHistory, rolesFor } from '@cairn/identity';
import type { QueryContext } from '@cairn/kernel';
import { list, resource } from '../resource.js';
import { DONE } from './members.js';

const role = resource({
  path: operations.getRole.path,
  commands: roleCommands,
  role: 'role',
  read: (context, { id }: ParamsOf<typeof operations.getRole>, deleted) => roleById(context, id, deleted),
  history: (edge, context, { id }, page) => roleHistory(edge, context, id, page),
});

export const listPermissions = list(operations.listPermissions, async ({ page }) => allPermissions(page));
export const listRoles = list(operations.listRoles, ({ context, page, filters }) =>
  rolesFor(context, page, filters),
);
export const getRole = role.get(operations.getRole);
export const listRoleHistory = role.history(operations.listRoleHistory);
/** What was done is told to who did it, also where the organization is gone by then. */
const done = {
  read: (context: QueryContext, { id }: ParamsOf<typeof operations.getRole>) => roleById(context, id, DONE),
};
export const createRole = role.create(operations.createRole, done);
export const updateRole = role.update(operations.updateRole, done);
export const deleteRole = role.remove(operations.deleteRole);
