import { type RoleEvent, roleEvents } from '@cairn/contracts';
import { type Change, projection } from '@cairn/kernel';

export const ROLES = 'identity_roles';

/** `identity.roles`: a document for each role that an organization made, deleted ones too. */
export const roles = projection<RoleEvent>({
  name: 'identity.roles',
  version: 2,
  collections: [
    {
      name: ROLES,
      indexes: [
        { kind: 'compound', fields: ['organization_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['organization_id', 'deleted', 'slug', 'created_at'] },
        { kind: 'compound', fields: ['user_id', 'created_at'] },
      ],
    },
  ],
  internal: ['revision', 'updated_at'],
  events: Object.values(roleEvents),
  project: (event, { id, at, revision }): readonly Change[] => {
    const stamp = { updated_at: at, revision: revision.toString() };
    switch (event.type) {
      case 'RoleCreated': {
        const { held_slug: _, ...data } = event.data;
        const document = { ...data, ...stamp, id, deleted: false, created_at: at };
        return [{ kind: 'put', collection: ROLES, document }];
      }
      case 'RoleUpdated':
        return [{ kind: 'patch', collection: ROLES, id, fields: { ...event.data.changes, ...stamp } }];
      case 'RoleDeleted':
        return [{ kind: 'patch', collection: ROLES, id, fields: { deleted: true, ...stamp } }];
      case 'RoleSlugAbandoned':
        return [];
    }
  },
});
