import { organizationGroupEvents } from '@cairn/contracts';
import type { ServiceCommand } from '@cairn/kernel';
import { organization } from '../../domain/organization/state.js';
import { plainGroupCommands } from '../../groups/plain-commands.js';
import { createOrganization } from './create-organization.js';
import { updateOrganization } from './update-organization.js';

export const organizationCommands: readonly ServiceCommand[] = [
  createOrganization,
  updateOrganization,
  ...plainGroupCommands({
    kind: 'organization',
    noun: 'Organization',
    aggregate: organization,
    events: organizationGroupEvents,
  }),
];
