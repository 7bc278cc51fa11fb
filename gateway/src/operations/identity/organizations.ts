import { groupCommands, operations } from '@cairn/contracts';
import { organizationById, organizationsFor } from '@cairn/identity';
import { list } from '../resource.js';
import { renamed } from '../renamed.js';
import { group } from './group.js';

const organization = group({
  kind: 'organization',
  path: operations.getOrganization.path,
  read: organizationById,
  setLogo: groupCommands.setOrganizationLogo,
  removeLogo: groupCommands.removeOrganizationLogo,
});

export const listOrganizations = list(operations.listOrganizations, ({ context, page }) =>
  organizationsFor(context, page),
);
export const getOrganization = organization.get(operations.getOrganization);
export const listOrganizationHistory = organization.history(operations.listOrganizationHistory);
export const createOrganization = organization.create(
  operations.createOrganization,
  renamed('organization', groupCommands.createOrganization),
);
export const updateOrganization = organization.update(
  operations.updateOrganization,
  renamed('organization', groupCommands.updateOrganization),
);
export const deleteOrganization = organization.removeWithAssets(
  operations.deleteOrganization,
  renamed('organization', groupCommands.deleteOrganization),
);
export const restoreOrganization = organization.restore(
  operations.restoreOrganization,
  renamed('organization', groupCommands.restoreOrganization),
);
export const getOrganizationLogo = organization.getLogo(operations.getOrganizationLogo);
export const uploadOrganizationLogo = organization.uploadLogo(operations.uploadOrganizationLogo);
export const deleteOrganizationLogo = organization.deleteLogo(operations.deleteOrganizationLogo);
