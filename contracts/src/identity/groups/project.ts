import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { Name, Nullable, Prose, Uuid } from '../../kit/schemas.js';
import { groupFields } from './organization.js';
import { Slug } from './role.js';

const count = Type.Integer({ minimum: 0 });

export const Project = resource('Project', {
  ...groupFields,
  organization_id: Uuid,
  user_id: Type.String({ description: 'Who made it.' }),
  team_id: Type.Optional(Uuid),
  team_role_id: Type.Optional(Uuid),
  disabled: Type.Boolean(),
  dataset_count: count,
  model_count: count,
  workflow_count: count,
  graph_count: count,
});
export type Project = Readonly<Static<typeof Project>>;

const team = {
  team_id: Type.Optional(Nullable(Uuid)),
  team_role_id: Type.Optional(Nullable(Uuid)),
};

export const CreateProjectRequest = resource('CreateProjectRequest', {
  name: Name,
  slug: Slug,
  description: Type.Optional(Prose),
  organization_id: Uuid,
  ...team,
});
export type CreateProjectRequest = Readonly<Static<typeof CreateProjectRequest>>;

export const ProjectChanges = resource('ProjectChanges', {
  name: Type.Optional(Name),
  slug: Type.Optional(Slug),
  description: Type.Optional(Prose),
  disabled: Type.Optional(Type.Boolean()),
  ...team,
});
export type ProjectChanges = Readonly<Static<typeof ProjectChanges>>;
