import { type GroupKindName, memberCommands as contract } from '@cairn/contracts';
import { type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { addMember } from './add-member.js';
import { endMemberships, expireMembership } from './end-memberships.js';
import { removeMember } from './remove-member.js';
import { updateMember } from './update-member.js';

const contracts = {
  organization: {
    add: contract.addOrganizationMember,
    update: contract.updateOrganizationMember,
    remove: contract.removeOrganizationMember,
  },
  team: { add: contract.addTeamMember, update: contract.updateTeamMember, remove: contract.removeTeamMember },
  project: {
    add: contract.addProjectMember,
    update: contract.updateProjectMember,
    remove: contract.removeProjectMember,
  },
} as const;

const commandsOf = (kind: GroupKindName): readonly ServiceCommand[] => {
  const { add, update, remove } = contracts[kind];
  return [
    serviceCommand(add, ({ id, body }, context) => addMember(context, { kind, id }, body)),
    serviceCommand(update, ({ id, user_id, body }, context) =>
      updateMember(context, { kind, id }, user_id, body),
    ),
    serviceCommand(remove, ({ id, user_id }, context) => removeMember(context, { kind, id }, user_id)),
  ];
};

export const memberCommands: readonly ServiceCommand[] = [
  ...commandsOf('organization'),
  ...commandsOf('team'),
  ...commandsOf('project'),
  endMemberships,
  expireMembership,
];
