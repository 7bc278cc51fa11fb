import { groupCommands, organizationGroupEvents } from '@cairn/contracts';
import type { ServiceCommand } from '@cairn/kernel';
import { organization } from '../../domain/organization/state.js';
import { plainGroupCommands } from '../../groups/plain-commands.js';
import { createOrganization } from './create-organization.js';
import { updateOrganization } from './update-organization.js';

export const organizationCommands: readonly ServiceCommand[] = [
  createOrganization,
  updateOrganization,
  ...plainGroupCommands(
    {
      kind: 'organization',
      aggregate: organization,
      events: organizationGroupEvents,
      resource: 'organizations',
    },
    {
      remove: groupCommands.deleteOrganization,
      restore: groupCommands.restoreOrganization,
      setLogo: groupCommands.setOrganizationLogo,
      removeLogo: groupCommands.removeOrganizationLogo,
    },
  ),
];
