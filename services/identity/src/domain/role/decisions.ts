import { type CreateRoleRequest, type HeldName, roleEvents, type UpdateRoleRequest } from '@cairn/contracts';
import { changedFields, type Decision, refuse } from '@cairn/kernel';
import { notFound } from '../group/decisions.js';
import { isRole, type RoleContent, type RoleState } from './state.js';

const { RoleCreated, RoleUpdated, RoleDeleted } = roleEvents;

export const decideCreateRole = (
  state: RoleState,
  { id, userId, body }: { id: string; userId: string; body: CreateRoleRequest },
  held: HeldName,
): Decision => {
  if (isRole(state)) return refuse('conflict', 'There is a role of this id.');
  if (state.status === 'abandoned')
    return refuse('conflict', 'It took too long and the slug went to another; try again.');
  return [
    RoleCreated.of({ id, user_id: userId, ...body, description: body.description ?? '', held_slug: held }),
  ];
};

export const decideUpdateRole = (state: RoleState, body: UpdateRoleRequest): Decision => {
  if (state.status !== 'live') return notFound();
  const { permissions, ...changes } = changedFields<RoleContent>(state.content, body);
  return permissions === undefined && Object.keys(changes).length === 0
    ? []
    : [
        RoleUpdated.of({
          changes: { ...changes, ...(permissions === undefined ? {} : { permissions: [...permissions] }) },
          organization_id: state.organizationId,
          ...(permissions === undefined ? {} : { previous_permissions: [...state.content.permissions] }),
        }),
      ];
};

export const decideDeleteRole = (state: RoleState, isHeld: boolean): Decision => {
  if (state.status !== 'live') return notFound();
  return isHeld ? refuse('role_in_use', 'Somebody holds the role.') : [RoleDeleted.of({})];
};
