import { Type } from '@sinclair/typebox';
import { FileRecord } from '../assets/shapes.js';
import { command } from '../kit/command.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { jobCommands } from '../work/commands.js';
import { JobError } from '../work/events.js';
import { groupKinds } from './events/group.js';
import { MemberChanges, NewInvitation, NewMember } from './groups/member.js';
import {
  CreateOrganizationRequest,
  CreateTeamRequest,
  OrganizationChanges,
  TeamChanges,
} from './groups/organization.js';
import { CreateProjectRequest, ProjectChanges } from './groups/project.js';
import { CreateRoleRequest, UpdateRoleRequest } from './groups/role.js';

const OfOrganization = { organization_id: Uuid };
const OfTeam = { team_id: Uuid };
const OfProject = { project_id: Uuid };
const OfRole = { role_id: Uuid };
const file = { file: FileRecord };
const ofMember = { id: Uuid, user_id: Uuid };
const OfInvitation = { id: Uuid, invitation_id: Uuid };

/** Commands about organizations, teams and projects. `body` is what the caller sent. */
export const groupCommands = {
  createOrganization: command(
    'identity.createOrganization',
    Type.Object({ body: CreateOrganizationRequest }),
  ),
  updateOrganization: command(
    'identity.updateOrganization',
    Type.Object({ ...OfOrganization, body: OrganizationChanges }),
  ),
  deleteOrganization: command('identity.deleteOrganization', Type.Object(OfOrganization)),
  restoreOrganization: command('identity.restoreOrganization', Type.Object(OfOrganization)),
  setOrganizationLogo: command('identity.setOrganizationLogo', Type.Object({ ...OfOrganization, ...file })),
  removeOrganizationLogo: command('identity.removeOrganizationLogo', Type.Object(OfOrganization)),
  createTeam: command('identity.createTeam', Type.Object({ body: CreateTeamRequest })),
  updateTeam: command('identity.updateTeam', Type.Object({ ...OfTeam, body: TeamChanges })),
  deleteTeam: command('identity.deleteTeam', Type.Object(OfTeam)),
  restoreTeam: command('identity.restoreTeam', Type.Object(OfTeam)),
  setTeamLogo: command('identity.setTeamLogo', Type.Object({ ...OfTeam, ...file })),
  removeTeamLogo: command('identity.removeTeamLogo', Type.Object(OfTeam)),
  createProject: command('identity.createProject', Type.Object({ body: CreateProjectRequest })),
  updateProject: command('identity.updateProject', Type.Object({ ...OfProject, body: ProjectChanges })),
  deleteProject: command('identity.deleteProject', Type.Object(OfProject)),
  restoreProject: command('identity.restoreProject', Type.Object(OfProject)),
  setProjectLogo: command('identity.setProjectLogo', Type.Object({ ...OfProject, ...file })),
  removeProjectLogo: command('identity.removeProjectLogo', Type.Object(OfProject)),
} as const;

/** What every kind of work is told. */
export const groupJobOwnCommands = jobCommands({ service: 'identity', noun: 'GroupJob', error: JobError });

/** Commands about the work that deletes a group with its assets. */
export const groupJobCommands = {
  /** The job's id is derived from the command as the role `job`. */
  requestGroupDeletion: command(
    'identity.requestGroupDeletion',
    Type.Object({ group_kind: OneOf(['organization', 'project']), group_id: Uuid }),
  ),
} as const;

/** Commands about who is in a group; `id` is the group's. */
export const memberCommands = {
  addOrganizationMember: command(
    'identity.addOrganizationMember',
    Type.Object({ id: Uuid, body: NewMember }),
  ),
  updateOrganizationMember: command(
    'identity.updateOrganizationMember',
    Type.Object({ ...ofMember, body: MemberChanges }),
  ),
  removeOrganizationMember: command('identity.removeOrganizationMember', Type.Object(ofMember)),
  addTeamMember: command('identity.addTeamMember', Type.Object({ id: Uuid, body: NewMember })),
  updateTeamMember: command('identity.updateTeamMember', Type.Object({ ...ofMember, body: MemberChanges })),
  removeTeamMember: command('identity.removeTeamMember', Type.Object(ofMember)),
  addProjectMember: command('identity.addProjectMember', Type.Object({ id: Uuid, body: NewMember })),
  updateProjectMember: command(
    'identity.updateProjectMember',
    Type.Object({ ...ofMember, body: MemberChanges }),
  ),
  removeProjectMember: command('identity.removeProjectMember', Type.Object(ofMember)),
  createInvitation: command('identity.createInvitation', Type.Object({ id: Uuid, body: NewInvitation })),
  revokeInvitation: command('identity.revokeInvitation', Type.Object(OfInvitation)),
  /** Answers `{organization_id}`. */
  acceptInvitation: command('identity.acceptInvitation', Type.Object({ token: Type.String() })),
  /** Sent by a policy: the invitation is for an address that is verified as that of the person. */
  acceptInvitationFor: command(
    'identity.acceptInvitationFor',
    Type.Object({ invitation_id: Uuid, user_id: Uuid }),
  ),
  /** Sent by a policy when whoever it waited for is erased. */
  withdrawInvitation: command('identity.withdrawInvitation', Type.Object({ invitation_id: Uuid })),
  /** Sent by a timer. */
  expireInvitation: command('identity.expireInvitation', Type.Object({ invitation_id: Uuid })),
  /** Sent by a timer. */
  expireMembership: command(
    'identity.expireMembership',
    Type.Object({ user_id: Uuid, group_kind: OneOf(groupKinds), group_id: Uuid }),
  ),
  /** Sent by a policy when a person was erased. */
  endMemberships: command('identity.endMemberships', Type.Object({ user_id: Uuid })),
} as const;

/** Commands about the roles that organizations make. */
export const roleCommands = {
  createRole: command('identity.createRole', Type.Object({ body: CreateRoleRequest })),
  updateRole: command('identity.updateRole', Type.Object({ ...OfRole, body: UpdateRoleRequest })),
  deleteRole: command('identity.deleteRole', Type.Object(OfRole)),
} as const;
