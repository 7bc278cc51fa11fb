import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal } from '../../kit/event.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { CLAIM, ORGANIZATION, RESERVATION, ROLE, USER } from '../../kit/example-ids.js';
import { groupKinds } from './group.js';
import { HeldName } from './user.js';

const said = {
  name: Type.String(),
  description: Type.String(),
  permissions: Type.Array(Type.String()),
};

const RoleCreated = event({
  name: 'RoleCreated',
  storedType: 'identity.role.created.v1',
  description: 'An organization made a role of its own; its slug was reserved just before.',
  schema: Type.Object({
    id: Uuid,
    user_id: Uuid,
    organization_id: Uuid,
    slug: Type.String(),
    scope: OneOf(groupKinds),
    ...said,
    held_slug: Internal(HeldName),
  }),
  example: {
    id: ROLE,
    user_id: USER,
    organization_id: ORGANIZATION,
    slug: 'annotator',
    scope: 'project',
    name: 'Annotator',
    description: '',
    permissions: ['datasets:read', 'datasets:write'],
    held_slug: { reservation_id: RESERVATION, claim_id: CLAIM },
  },
});

const RoleUpdated = event({
  name: 'RoleUpdated',
  storedType: 'identity.role.updated.v1',
  description: 'Fields of a role were set; whoever holds it has its permissions of now.',
  schema: Type.Object({
    changes: Type.Partial(Type.Object(said)),
    organization_id: Type.Optional(Uuid),
    previous_permissions: Type.Optional(
      Type.Array(Type.String(), { description: 'Those until then, where they change.' }),
    ),
  }),
  example: { changes: { permissions: ['datasets:read'] } },
});

const RoleDeleted = event({
  name: 'RoleDeleted',
  storedType: 'identity.role.deleted.v1',
  description: 'A role permits nothing any more; nobody held it.',
  schema: Type.Object({}),
  example: {},
});

export const RoleSlugAbandoned = event({
  name: 'RoleSlugAbandoned',
  storedType: 'identity.role.slug_abandoned.v1',
  description: 'A slug was reserved for this role and never taken; it may not take it any more.',
  schema: Type.Object({ claim_id: Internal(Uuid) }),
  example: { claim_id: CLAIM },
});

/** The events of `role-<id>`. */
export const roleEvents = { RoleCreated, RoleUpdated, RoleDeleted, RoleSlugAbandoned } as const;
export type RoleEvent = EventOf<(typeof roleEvents)[keyof typeof roleEvents]>;
