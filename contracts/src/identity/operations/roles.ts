import { Type } from '@sinclair/typebox';
import { historyOperation } from '../../kit/history-operation.js';
import { operation } from '../../kit/operation.js';
import { created, deleted, ok } from '../../kit/replies.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { groupKinds } from '../events/group.js';
import { examplePermission, exampleRole } from '../groups/examples.js';
import { CreateRoleRequest, Permission, Role, UpdateRoleRequest } from '../groups/role.js';

const tag = 'Roles and permissions';
const path = '/api/v1/roles';
const Params = Type.Object({ id: Uuid });
const record = {
  ...exampleRole,
  permissions: [...exampleRole.permissions],
  permission_list: [...exampleRole.permission_list],
};

export const listPermissions = operation({
  id: 'listPermissions',
  tag,
  summary: 'List every permission that a role can have',
  method: 'GET',
  path: '/api/v1/permissions',
  access: 'roles:read',
  list: { sort: ['name'], defaultSort: 'name', filters: {} },
  replies: ok('The permissions.', Type.Array(Permission)),
  example: { reply: [examplePermission] },
});

export const listRoles = operation({
  id: 'listRoles',
  tag,
  summary: 'List the roles that people can have',
  description: 'Those of the system, and those of the organizations that you are in.',
  method: 'GET',
  path,
  access: 'roles:read',
  list: {
    sort: ['created_at', 'updated_at', 'name', 'slug'],
    defaultSort: 'slug',
    filters: { organization_id: Uuid, scope: OneOf(['system', ...groupKinds]) },
  },
  replies: ok('The roles.', Type.Array(Role)),
  example: { reply: [record] },
});

export const getRole = operation({
  id: 'getRole',
  tag,
  summary: 'Read a role',
  description: 'As it was, for who may change it.',
  method: 'GET',
  path: `${path}/{id}`,
  access: 'roles:read',
  params: Params,
  etag: true,
  timeTravel: true,
  stream: 'role',
  replies: ok('The role.', Role),
  errors: ['forbidden'],
  example: { reply: record },
});

export const listRoleHistory = {
  ...historyOperation({
    noun: 'Role',
    called: 'role',
    tag,
    access: 'roles:read',
    path: `${path}/{id}`,
    params: Params,
  }),
  description: 'For who may change it. Roles of the system have none.',
  errors: ['forbidden'],
} as const;

export const createRole = operation({
  id: 'createRole',
  tag,
  summary: 'Make a role for an organization',
  description: 'It permits nothing that you may not do yourself.',
  method: 'POST',
  path,
  access: 'roles:write',
  etag: true,
  body: CreateRoleRequest,
  bodyLimit: 'configured',
  replies: created('The role.', Role),
  errors: ['forbidden', 'slug_taken', 'permission_unknown', 'role_exceeds_yours', 'not_found', 'conflict'],
  example: {
    body: {
      name: 'Reviewer',
      slug: 'reviewer',
      scope: 'project',
      organization_id: exampleRole.organization_id,
      permissions: ['datasets:read'],
    },
    reply: record,
  },
});

export const updateRole = operation({
  id: 'updateRole',
  tag,
  summary: 'Change a role of an organization',
  description: 'Whoever holds it has its permissions of then on. System roles are not changed.',
  method: 'PUT',
  path: `${path}/{id}`,
  access: 'roles:write',
  params: Params,
  etag: true,
  body: UpdateRoleRequest,
  bodyLimit: 'configured',
  replies: ok('The role as it is now.', Role),
  errors: ['forbidden', 'permission_unknown', 'role_exceeds_yours', 'conflict'],
  example: { body: { description: 'changed' }, reply: record },
});

export const deleteRole = operation({
  id: 'deleteRole',
  tag,
  summary: 'Delete a role of an organization',
  description: 'While somebody holds it, 409 `role_in_use`. System roles are not deleted.',
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'roles:delete',
  params: Params,
  etag: true,
  replies: deleted('The role', Role),
  errors: ['forbidden', 'role_exceeds_yours', 'role_in_use', 'conflict'],
  example: { reply: record },
});
