import { Uuid } from '../../kit/schemas.js';
import {
  exampleOrganization,
  exampleOrgMember,
  exampleProject,
  exampleProjectMember,
  exampleTeam,
  exampleTeamMember,
} from '../groups/examples.js';
import { OrgMember, ProjectMember, TeamMember } from '../groups/member.js';
import {
  CreateOrganizationRequest,
  CreateTeamRequest,
  Organization,
  OrganizationChanges,
  Team,
  TeamChanges,
} from '../groups/organization.js';
import { CreateProjectRequest, Project, ProjectChanges } from '../groups/project.js';
import { groupOperations } from './described-groups.js';
import { memberOperations } from './described-members.js';

const said = { name: 'A new one', slug: 'a-new-one', description: '' };
const inOrganization = { ...said, organization_id: exampleOrganization.id };

const organization = groupOperations({
  noun: 'Organization',
  resource: 'organizations',
  record: Organization,
  input: CreateOrganizationRequest,
  changes: OrganizationChanges,
  tag: 'Organizations',
  listed: 'Those that you are a member of.',
  filters: {},
  errors: ['use_secret'],
  example: { record: exampleOrganization, body: { ...said, slug: exampleOrganization.slug } },
});
export const listOrganizations = organization.list;
export const createOrganization = organization.create;
export const getOrganization = organization.get;
export const listOrganizationHistory = organization.history;
export const updateOrganization = organization.update;
export const deleteOrganization = organization.remove;
export const restoreOrganization = organization.restore;
export const getOrganizationLogo = organization.getLogo;
export const uploadOrganizationLogo = organization.uploadLogo;
export const deleteOrganizationLogo = organization.deleteLogo;

const organizationMember = memberOperations({
  noun: 'Organization',
  resource: 'organizations',
  record: OrgMember,
  tag: 'Organizations',
  added: 'Somebody of another organization that you are both in. Others are invited by e-mail.',
  example: exampleOrgMember,
  role: 'org_admin',
});
export const listOrganizationMembers = organizationMember.list;
export const getOrganizationMember = organizationMember.get;
export const addOrganizationMember = organizationMember.add;
export const updateOrganizationMember = organizationMember.update;
export const removeOrganizationMember = organizationMember.remove;

const team = groupOperations({
  noun: 'Team',
  resource: 'teams',
  record: Team,
  input: CreateTeamRequest,
  changes: TeamChanges,
  tag: 'Teams',
  listed: 'Those that you are in, and all of the organizations that you administer.',
  filters: { organization_id: Uuid },
  errors: [],
  example: { record: exampleTeam, body: inOrganization },
});
export const listTeams = team.list;
export const createTeam = team.create;
export const getTeam = team.get;
export const listTeamHistory = team.history;
export const updateTeam = team.update;
export const deleteTeam = team.remove;
export const restoreTeam = team.restore;
export const getTeamLogo = team.getLogo;
export const uploadTeamLogo = team.uploadLogo;
export const deleteTeamLogo = team.deleteLogo;

const teamMember = memberOperations({
  noun: 'Team',
  resource: 'teams',
  record: TeamMember,
  tag: 'Teams',
  added: 'Somebody of its organization.',
  example: exampleTeamMember,
  role: 'team_admin',
});
export const listTeamMembers = teamMember.list;
export const getTeamMember = teamMember.get;
export const addTeamMember = teamMember.add;
export const updateTeamMember = teamMember.update;
export const removeTeamMember = teamMember.remove;

const project = groupOperations({
  noun: 'Project',
  resource: 'projects',
  record: Project,
  input: CreateProjectRequest,
  changes: ProjectChanges,
  tag: 'Projects',
  listed:
    'Those that you are in, directly or through a team, and all of the organizations that you administer.',
  filters: { organization_id: Uuid, team_id: Uuid },
  errors: ['role_exceeds_yours'],
  example: { record: exampleProject, body: inOrganization },
});
export const listProjects = project.list;
export const createProject = project.create;
export const getProject = project.get;
export const listProjectHistory = project.history;
export const updateProject = project.update;
export const deleteProject = project.remove;
export const restoreProject = project.restore;
export const getProjectLogo = project.getLogo;
export const uploadProjectLogo = project.uploadLogo;
export const deleteProjectLogo = project.deleteLogo;

const projectMember = memberOperations({
  noun: 'Project',
  resource: 'projects',
  record: ProjectMember,
  tag: 'Projects',
  added: 'Somebody of its organization.',
  example: exampleProjectMember,
  role: 'project_admin',
});
export const listProjectMembers = projectMember.list;
export const getProjectMember = projectMember.get;
export const addProjectMember = projectMember.add;
export const updateProjectMember = projectMember.update;
export const removeProjectMember = projectMember.remove;
