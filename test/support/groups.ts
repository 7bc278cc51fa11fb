import { randomUUID } from 'node:crypto';
import { exampleSecretChanges } from '@cairn/contracts';
import { picture } from './files.js';
import { WORLD_SECRET } from './parts.js';
import type { Person } from './people.js';

/** An organization with one of everything in it; its person administers all of it. */
export const makeGroups = async ({ client }: Person) => {
  const slug = `world-${randomUUID()}`;
  const { body: organization } = await client.call('createOrganization', { body: { name: 'World', slug } });
  const within = { organization_id: organization.id };
  const params = { id: organization.id };
  const [team, project, role, invitation] = await Promise.all([
    client.call('createTeam', { body: { name: 'a team', slug: 'a-team', ...within } }),
    client.call('createProject', { body: { name: 'a project', slug: 'a-project', ...within } }),
    client.call('createRole', {
      body: { name: 'a role', slug: 'a-role', scope: 'project', permissions: ['datasets:read'], ...within },
    }),
    client.call('createInvitation', { params, body: { email: `${slug}@example.org` } }),
  ]);
  const key = { name: 'key of the world', scopes: ['*:*'], ...within };
  const { body: organizationKey } = await client.call('createAPIKey', { body: key });
  const named = { params: { ...params, name: WORLD_SECRET }, body: exampleSecretChanges };
  await client.call('putOrganizationSecret', named);
  const file = { name: 'logo.png', content: picture() };
  await Promise.all([
    client.call('uploadOrganizationLogo', { params, file }),
    client.call('uploadTeamLogo', { params: { id: team.body.id }, file }),
    client.call('uploadProjectLogo', { params: { id: project.body.id }, file }),
  ]);
  return {
    organization: organization.id,
    team: team.body.id,
    project: project.body.id,
    role: role.body.id,
    invitation: invitation.body.id,
    organizationKey: organizationKey.id,
  };
};
