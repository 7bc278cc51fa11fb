import { Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { command, commandsOf } from '../kit/command.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { jobCommands } from '../work/commands.js';
import { JobError } from '../work/events.js';
import { groupKinds } from './events/group.js';
import * as groups from './operations/groups.js';
import * as invitations from './operations/invitations.js';
import * as roles from './operations/roles.js';

const Logo = Type.Object({ id: Uuid, file: FileRecord });

/** Commands about organizations, teams and projects, and about who is in them. */
export const groupCommands = {
  ...commandsOf('identity', groups),
  uploadOrganizationLogo: command('identity.uploadOrganizationLogo', Logo),
  uploadTeamLogo: command('identity.uploadTeamLogo', Logo),
  uploadProjectLogo: command('identity.uploadProjectLogo', Logo),
  /** Sent by a timer. */
  expireMembership: command(
    'identity.expireMembership',
    Type.Object({ user_id: Uuid, group_kind: OneOf(groupKinds), group_id: Uuid }),
  ),
  /** Sent by a policy when a person was erased. */
  endMemberships: command('identity.endMemberships', Type.Object({ user_id: Uuid })),
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

/** Commands about who is invited. `acceptInvitation` answers `{organization_id}`. */
export const invitationCommands = {
  ...commandsOf('identity', invitations),
  /** Sent by a policy: the invitation is for an address that is verified as that of the person. */
  acceptInvitationFor: command(
    'identity.acceptInvitationFor',
    Type.Object({ invitation_id: Uuid, user_id: Uuid }),
  ),
  /** Sent by a policy when whoever it waited for is erased. */
  withdrawInvitation: command('identity.withdrawInvitation', Type.Object({ invitation_id: Uuid })),
  /** Sent by a timer. */
  expireInvitation: command('identity.expireInvitation', Type.Object({ invitation_id: Uuid })),
} as const;

/** Commands about the roles that organizations make. */
export const roleCommands = commandsOf('identity', roles);
