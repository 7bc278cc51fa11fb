import {
  type JsonObject,
  type OrganizationEvent,
  organizationEvents,
  organizationGroupEvents,
  type Plan,
} from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';
import {
  evolveGroup,
  type GroupContent,
  isGroup,
  type KnownGroup,
  newGroup,
  NO_GROUP,
  type NoGroup,
} from '../group/state.js';

export interface OrganizationContent extends GroupContent {
  readonly settings: JsonObject;
  readonly plan: Plan;
  readonly disabled: boolean;
}

export interface KnownOrganization extends KnownGroup<OrganizationContent> {
  /** Ids of its administrators, at most `MOST_ADMINISTRATORS`; each counts while the membership says so too (SPEC-22). */
  readonly administrators: readonly string[];
}

export type OrganizationState = NoGroup | KnownOrganization;

type Created = Extract<OrganizationEvent, { readonly type: 'OrganizationCreated' }>['data'];

const evolveOwn = evolveGroup<KnownOrganization>(organizationGroupEvents, (data) => {
  const { name, slug, description, settings, plan, disabled, administrators } = data as Created;
  return { ...newGroup(data, { name, slug, description, settings, plan, disabled }), administrators };
});

const evolve = (state: OrganizationState, event: OrganizationEvent): OrganizationState => {
  const after = evolveOwn(state, event);
  if (!isGroup(after)) return after;
  const { administrators, content } = after;
  switch (event.type) {
    case 'OrganizationAdministratorAdded':
      return { ...after, administrators: [...administrators, event.data.user_id] };
    case 'OrganizationAdministratorRemoved':
      return { ...after, administrators: administrators.filter((id) => id !== event.data.user_id) };
    case 'OrganizationUpdated': {
      const { settings = content.settings } = event.data;
      return { ...after, content: { ...content, settings } };
    }
    default:
      return after;
  }
};

/** `organization-<id>`: a company, say; who administers it, and none of its other members. */
export const organization = aggregate<OrganizationState, OrganizationEvent>({
  category: 'organization',
  events: Object.values(organizationEvents),
  stateVersion: 1,
  initial: NO_GROUP,
  evolve,
});

export const MOST_ADMINISTRATORS = 100;
