import { type Static, Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { namedFields, Nullable, OneOf, recordFields, Uuid } from '../kit/schemas.js';
import { state } from '../kit/state.js';
import { MEMBER, ORGANIZATION, PROJECT, ROLE, TEAM, USER } from '../kit/example-ids.js';
import { groupKinds } from './events/group.js';
import { plans } from './events/organization.js';

const groupFields = {
  ...namedFields,
  user_id: Type.String({ description: 'Who made it.' }),
  slug: Type.String(),
  logo: Nullable(FileRecord),
};
const times = { created_at: '2026-01-31T12:00:00.000Z', updated_at: '2026-02-01T08:30:00.000Z' };
const exampleGroup = { ...times, user_id: USER, description: '', logo: null };

export const PublishedOrganization = state({
  type: 'identity.organization.state.v1',
  description: 'An organization as it is now, without its settings and its members.',
  schema: Type.Object({
    ...groupFields,
    plan: OneOf(plans),
    disabled: Type.Boolean(),
    administrators: Type.Array(Uuid, {
      description: 'Persons; each administers it while their membership says `org_admin` too.',
    }),
  }),
  example: {
    ...exampleGroup,
    id: ORGANIZATION,
    name: 'Analytical Engines',
    slug: 'analytical-engines',
    plan: 'free',
    disabled: false,
    administrators: [USER],
  },
});

export const PublishedTeam = state({
  type: 'identity.team.state.v1',
  description: 'A team as it is now, without its members.',
  schema: Type.Object({ ...groupFields, organization_id: Uuid }),
  example: {
    ...exampleGroup,
    id: TEAM,
    name: 'Labelling',
    slug: 'labelling',
    organization_id: ORGANIZATION,
  },
});

export const PublishedProject = state({
  type: 'identity.project.state.v1',
  description: 'A project as it is now, without its members.',
  schema: Type.Object({
    ...groupFields,
    organization_id: Uuid,
    disabled: Type.Boolean(),
    team_id: Nullable(Uuid),
    team_role_id: Nullable(
      Type.String({
        format: 'uuid',
        description: 'What the members of the team are in it; null: `project_editor`.',
      }),
    ),
  }),
  example: {
    ...exampleGroup,
    id: PROJECT,
    name: 'Spam filter',
    slug: 'spam-filter',
    organization_id: ORGANIZATION,
    disabled: false,
    team_id: TEAM,
    team_role_id: null,
  },
});

export const PublishedRole = state({
  type: 'identity.role.state.v1',
  description: 'A role that an organization made, as it is now. Roles of the system have no states.',
  schema: Type.Object({
    ...namedFields,
    organization_id: Uuid,
    slug: Type.String(),
    scope: OneOf(groupKinds, { description: 'Where it can be held.' }),
    permissions: Type.Array(Type.String()),
  }),
  example: {
    ...times,
    id: ROLE,
    organization_id: ORGANIZATION,
    slug: 'annotator',
    scope: 'project',
    name: 'Annotator',
    description: '',
    permissions: ['datasets:read', 'datasets:write'],
  },
});

export const PublishedMembership = state({
  type: 'identity.membership.state.v1',
  description:
    'Of what somebody is a member now, as what, until when. Its key is the `id` of the member in REST; a tombstone says that it has ended.',
  schema: Type.Object({
    ...recordFields,
    user_id: Uuid,
    group_kind: OneOf(groupKinds),
    group_id: Uuid,
    organization_id: Uuid,
    role_id: Uuid,
    role_slug: Type.String({ description: 'Of an own role what it was when it was given.' }),
    expires_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'It counts no more from then on, also before the tombstone comes; null: without an end.',
      }),
    ),
  }),
  example: {
    ...times,
    id: MEMBER,
    user_id: USER,
    group_kind: 'organization',
    group_id: ORGANIZATION,
    organization_id: ORGANIZATION,
    role_id: ROLE,
    role_slug: 'org_member',
    expires_at: null,
  },
});
export type PublishedMembership = Readonly<Static<typeof PublishedMembership.schema>>;

/** What is published of identity as it is now. */
export const identityStates = [
  PublishedOrganization,
  PublishedTeam,
  PublishedProject,
  PublishedRole,
  PublishedMembership,
] as const;
