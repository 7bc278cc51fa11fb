import { groupCommands, type GroupKindName } from '@cairn/contracts';
import { type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { addMember } from './add-member.js';
import { endMemberships, expireMembership } from './end-memberships.js';
import { removeMember } from './remove-member.js';
import { updateMember } from './update-member.js';

const commandsOf = (kind: GroupKindName, noun: Capitalize<GroupKindName>): readonly ServiceCommand[] => [
  serviceCommand(groupCommands[`add${noun}Member`], ({ id, body }, context) =>
    addMember(context, { kind, id }, body),
  ),
  serviceCommand(groupCommands[`update${noun}Member`], ({ id, user_id, body }, context) =>
    updateMember(context, { kind, id }, user_id, body),
  ),
  serviceCommand(groupCommands[`remove${noun}Member`], ({ id, user_id }, context) =>
    removeMember(context, { kind, id }, user_id),
  ),
];

export const memberCommands: readonly ServiceCommand[] = [
  ...commandsOf('organization', 'Organization'),
  ...commandsOf('team', 'Team'),
  ...commandsOf('project', 'Project'),
  endMemberships,
  expireMembership,
];
