import { type GroupKindName, type HeldName, type RoleEvent, roleEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

export interface RoleContent {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
}

/** A role that an organization made. */
export interface KnownRole {
  readonly status: 'live' | 'deleted';
  readonly id: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly scope: GroupKindName;
  readonly content: RoleContent;
  readonly heldSlug: HeldName;
}

export type RoleState = { readonly status: 'none' } | { readonly status: 'abandoned' } | KnownRole;

export const isRole = (state: RoleState): state is KnownRole =>
  state.status === 'live' || state.status === 'deleted';

type Created = Extract<RoleEvent, { readonly type: 'RoleCreated' }>['data'];

const created = (data: Created): KnownRole => ({
  status: 'live',
  id: data.id,
  organizationId: data.organization_id,
  slug: data.slug,
  scope: data.scope,
  content: { name: data.name, description: data.description, permissions: data.permissions },
  heldSlug: data.held_slug,
});

const evolve = (state: RoleState, event: RoleEvent): RoleState => {
  switch (event.type) {
    case 'RoleCreated':
      return created(event.data);
    case 'RoleSlugAbandoned':
      return isRole(state) ? state : { status: 'abandoned' };
    case 'RoleUpdated':
      return isRole(state) ? { ...state, content: { ...state.content, ...event.data.changes } } : state;
    case 'RoleDeleted':
      return isRole(state) ? { ...state, status: 'deleted' } : state;
  }
};

/** `role-<id>`: a role that an organization made. */
export const role = aggregate<RoleState, RoleEvent>({
  category: 'role',
  events: Object.values(roleEvents),
  stateVersion: 1,
  initial: { status: 'none' },
  evolve,
});
