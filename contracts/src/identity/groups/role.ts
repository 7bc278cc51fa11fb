import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { Name, namedFields, Nullable, OneOf, Prose, recordFields, Uuid } from '../../kit/schemas.js';
import { groupKinds } from '../events/group.js';

/** What stands in addresses: lower case, digits and dashes. */
export const Slug = Type.String({
  pattern: /^[a-z0-9-]{1,63}$/.source,
  maxLength: 63,
  description: 'Lower case letters, digits and `-`, at most 63.',
});

export const Permission = resource('Permission', {
  ...recordFields,
  name: Type.String({ description: '`resource:action`, `datasets:write` say.' }),
  description: Type.String(),
  resource: Type.String(),
  action: Type.String(),
});
export type Permission = Readonly<Static<typeof Permission>>;

export const Role = resource('Role', {
  ...namedFields,
  slug: Type.String(),
  scope: OneOf(['system', ...groupKinds], { description: 'Where it can be held.' }),
  organization_id: Nullable(Type.String({ description: 'Whose it is; null for a system role.' })),
  is_system: Type.Boolean({ description: 'Nobody changes or deletes it.' }),
  permissions: Type.Array(Type.String(), { description: 'Names of permissions; each half may be `*`.' }),
  permission_list: Type.Optional(Type.Array(Type.String(), { description: 'The same, written out.' })),
});
export type Role = Readonly<Static<typeof Role>>;

const Permissions = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 });

export const CreateRoleRequest = resource('CreateRoleRequest', {
  name: Name,
  slug: Slug,
  description: Type.Optional(Prose),
  scope: OneOf(groupKinds),
  organization_id: Uuid,
  permissions: Permissions,
});
export type CreateRoleRequest = Readonly<Static<typeof CreateRoleRequest>>;

export const UpdateRoleRequest = resource('UpdateRoleRequest', {
  name: Type.Optional(Name),
  description: Type.Optional(Prose),
  permissions: Type.Optional(Permissions),
});
export type UpdateRoleRequest = Readonly<Static<typeof UpdateRoleRequest>>;
