import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal } from '../../kit/event.js';
import { JsonObject, OneOf, Uuid } from '../../kit/schemas.js';
import { CLAIM, ORGANIZATION, RESERVATION, USER } from '../../kit/example-ids.js';
import { groupEvents } from './group.js';

export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

const own = { plan: OneOf(plans), disabled: Type.Boolean() };
const settings = Internal(JsonObject);

/** The events of an organization by what they do, as every group has them. */
export const organizationGroupEvents = groupEvents({
  noun: 'Organization',
  own: { ...own, settings, administrators: Type.Array(Uuid) },
  changed: own,
  beside: { settings: Type.Optional(settings) },
  examples: {
    created: {
      id: ORGANIZATION,
      user_id: USER,
      name: 'Analytical Engines',
      slug: 'analytical-engines',
      description: '',
      plan: 'free',
      disabled: false,
      settings: {},
      administrators: [USER],
      held_slug: { reservation_id: RESERVATION, claim_id: CLAIM },
    },
    updated: { changes: { plan: 'pro' } },
  },
});

export const OrganizationAdministratorAdded = event({
  name: 'OrganizationAdministratorAdded',
  storedType: 'identity.organization.administrator_added.v1',
  description: 'A member became an administrator of an organization; the membership told so just before.',
  schema: Type.Object({ user_id: Uuid }),
  example: { user_id: USER },
});

export const OrganizationAdministratorRemoved = event({
  name: 'OrganizationAdministratorRemoved',
  storedType: 'identity.organization.administrator_removed.v1',
  description: 'Somebody is no longer an administrator of an organization, from this moment on.',
  schema: Type.Object({ user_id: Uuid }),
  example: { user_id: USER },
});

/** The events of `organization-<id>`. */
export const organizationEvents = {
  OrganizationCreated: organizationGroupEvents.created,
  OrganizationUpdated: organizationGroupEvents.updated,
  OrganizationLogoSet: organizationGroupEvents.logoSet,
  OrganizationLogoRemoved: organizationGroupEvents.logoRemoved,
  OrganizationDeleted: organizationGroupEvents.deleted,
  OrganizationRestored: organizationGroupEvents.restored,
  OrganizationSlugAbandoned: organizationGroupEvents.slugAbandoned,
  OrganizationAdministratorAdded,
  OrganizationAdministratorRemoved,
} as const;
export type OrganizationEvent = EventOf<(typeof organizationEvents)[keyof typeof organizationEvents]>;
