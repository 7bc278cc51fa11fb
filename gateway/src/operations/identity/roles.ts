import { operations, roleCommands, type ParamsOf } from '@cairn/contracts';
import { allPermissions, roleById, roleHistory, rolesFor } from '@cairn/identity';
import { list, resource } from '../resource.js';
import { renamed } from '../renamed.js';
import { unrefused } from './unrefused.js';

const role = resource({
  path: operations.getRole.path,
  commands: roleCommands,
  role: 'role',
  read: async (context, { id }: ParamsOf<typeof operations.getRole>, deleted) =>
    unrefused(await roleById(context, id, deleted)),
});

export const listPermissions = list(operations.listPermissions, async ({ page }) => allPermissions(page));
export const listRoles = list(operations.listRoles, ({ context, page, filters }) =>
  rolesFor(context, page, filters),
);
export const getRole = role.get(operations.getRole);
export const listRoleHistory = list(operations.listRoleHistory, async ({ edge, context, params, page }) =>
  unrefused(await roleHistory(edge, context, params.id, page)),
);
export const createRole = role.create(operations.createRole, renamed('role', roleCommands.createRole));
export const updateRole = role.update(operations.updateRole, renamed('role', roleCommands.updateRole));
export const deleteRole = role.remove(operations.deleteRole, renamed('role', roleCommands.deleteRole));
