import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { JsonObject, Name, namedFields, OneOf, Prose, Uuid } from '../../kit/schemas.js';
import { plans } from '../events/organization.js';
import { Slug } from './role.js';

/** What the record of every group has. */
export const groupFields = {
  ...namedFields,
  slug: Type.String(),
  has_logo: Type.Boolean(),
  logo: Type.String({ description: 'Path of the logo, or empty.' }),
  member_count: Type.Integer({ minimum: 0 }),
};

export const Organization = resource('Organization', {
  ...groupFields,
  settings: Type.Unsafe<JsonObject>({
    ...JsonObject,
    description: 'Shown to those who may change the organization; empty for its other members.',
  }),
  plan: OneOf(plans),
  disabled: Type.Boolean(),
  project_count: Type.Integer({ minimum: 0 }),
});
export type Organization = Readonly<Static<typeof Organization>>;

export const CreateOrganizationRequest = resource('CreateOrganizationRequest', {
  name: Name,
  slug: Slug,
  description: Type.Optional(Prose),
});
export type CreateOrganizationRequest = Readonly<Static<typeof CreateOrganizationRequest>>;

const changes = {
  name: Type.Optional(Name),
  slug: Type.Optional(Slug),
  description: Type.Optional(Prose),
};

export const OrganizationChanges = resource('OrganizationChanges', {
  ...changes,
  settings: Type.Optional(
    Type.Unsafe<JsonObject>({ ...JsonObject, description: 'Whatever your programs need; no credentials.' }),
  ),
  plan: Type.Optional(OneOf(plans, { description: 'System administrators only.' })),
  disabled: Type.Optional(Type.Boolean({ description: 'System administrators only.' })),
});
export type OrganizationChanges = Readonly<Static<typeof OrganizationChanges>>;

export const Team = resource('Team', {
  ...groupFields,
  organization_id: Uuid,
  organization_name: Type.String(),
});
export type Team = Readonly<Static<typeof Team>>;

export const CreateTeamRequest = resource('CreateTeamRequest', {
  name: Name,
  slug: Slug,
  description: Type.Optional(Prose),
  organization_id: Uuid,
});
export type CreateTeamRequest = Readonly<Static<typeof CreateTeamRequest>>;

export const TeamChanges = resource('TeamChanges', changes);
export type TeamChanges = Readonly<Static<typeof TeamChanges>>;
