import { INVITATION, MEMBER, ORGANIZATION, PROJECT, ROLE, TEAM, USER } from '../../kit/example-ids.js';
import type { Invitation, OrgMember } from './member.js';
import type { Organization, Team } from './organization.js';
import type { Project } from './project.js';
import type { Permission, Role } from './role.js';

const times = { created_at: '2026-01-31T12:00:00.000Z', updated_at: '2026-02-01T08:30:00.000Z' };

export const exampleOrganization = {
  id: ORGANIZATION,
  ...times,
  name: 'Analytical Engines',
  description: '',
  slug: 'analytical-engines',
  has_logo: false,
  logo: '',
  member_count: 2,
  settings: {},
  plan: 'free',
  disabled: false,
  project_count: 1,
} as const satisfies Organization;

export const exampleTeam = {
  id: TEAM,
  ...times,
  name: 'Labelling',
  description: '',
  slug: 'labelling',
  has_logo: false,
  logo: '',
  member_count: 1,
  organization_id: ORGANIZATION,
  organization_name: 'Analytical Engines',
} as const satisfies Team;

export const exampleProject = {
  id: PROJECT,
  ...times,
  name: 'Spam filter',
  description: '',
  slug: 'spam-filter',
  has_logo: false,
  logo: '',
  member_count: 1,
  organization_id: ORGANIZATION,
  user_id: USER,
  disabled: false,
  dataset_count: 0,
  model_count: 0,
  workflow_count: 0,
  graph_count: 0,
} as const satisfies Project;

export const exampleRole = {
  id: ROLE,
  ...times,
  name: 'Annotator',
  description: '',
  slug: 'annotator',
  scope: 'project',
  organization_id: ORGANIZATION,
  is_system: false,
  permissions: ['datasets:read', 'datasets:write'],
  permission_list: ['datasets:read', 'datasets:write'],
} as const satisfies Omit<Role, 'permissions' | 'permission_list'> & {
  readonly permissions: readonly string[];
  readonly permission_list: readonly string[];
};

export const examplePermission = {
  id: '018f4d1a-0000-8000-8000-0000000000b7',
  ...times,
  name: 'datasets:read',
  description: 'See datasets, their versions, items and files',
  resource: 'datasets',
  action: 'read',
} as const satisfies Permission;

const member = {
  id: MEMBER,
  ...times,
  user_id: USER,
  email: 'ada@example.org',
  username: 'ada',
  firstname: 'Ada',
  name: 'Lovelace',
  role_id: ROLE,
  status: 'active',
  joined_at: times.created_at,
} as const;

export const exampleOrgMember = { ...member, organization_id: ORGANIZATION } as const satisfies OrgMember;
export const exampleTeamMember = { ...member, team_id: TEAM } as const;
export const exampleProjectMember = { ...member, project_id: PROJECT } as const;

export const exampleInvitation = {
  id: INVITATION,
  ...times,
  organization_id: ORGANIZATION,
  email: 'grace@example.org',
  role_id: ROLE,
  status: 'pending',
  invited_by: USER,
  expires_at: '2026-03-02T12:00:00.000Z',
} as const satisfies Invitation;
