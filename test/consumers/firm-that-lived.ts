import { foundFirm, joinFirm } from '../support/firm.js';
import type { Person } from '../support/people.js';
import type { ServedCairn } from '../support/topology.js';
import type { Told } from './latest-states.js';

interface Members {
  readonly grace: Person;
  readonly mary: Person;
  readonly gone: Person;
}

const GROUP = ['id', 'created_at', 'updated_at', 'name', 'description', 'slug'];
/** Fields that a state and what REST shows have both. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  organization: [...GROUP, 'plan', 'disabled'],
  team: [...GROUP, 'organization_id'],
  project: [...GROUP, 'organization_id', 'user_id', 'disabled', 'team_id', 'team_role_id'],
  role: [...GROUP, 'organization_id', 'scope', 'permissions'],
  membership: ['id', 'created_at', 'updated_at', 'user_id', 'role_id', 'expires_at'],
};

/** Some fields of each by its id; what is absent is null. */
export const picked = (all: readonly object[], fields: readonly string[]): ReadonlyMap<unknown, Told> =>
  new Map(
    all
      .map((one) => new Map<string, unknown>(Object.entries(one)))
      .map((one) => [
        one.get('id'),
        Object.fromEntries(fields.map((field) => [field, one.get(field) ?? null])),
      ]),
  );

/** An organization in which groups, roles and memberships came, changed, went and came back. */
export const firmThatLived = async (cairn: ServedCairn, founder: Person, members: Members) => {
  const { client } = founder;
  const id = await foundFirm(founder);
  for (const member of [members.grace, members.mary, members.gone])
    await joinFirm(cairn, id, founder, member);
  const within = { organization_id: id };
  const madeTeam = await client.call('createTeam', { body: { name: 'Labels', slug: 'labels', ...within } });
  const team = madeTeam.body.id;
  const project = async (slug: string): Promise<string> =>
    (await client.call('createProject', { body: { name: slug, slug, team_id: team, ...within } })).body.id;
  const [mails, dropped, back] = [await project('mails'), await project('dropped'), await project('back')];
  const { grace, mary, gone } = members;
  await client.call('removeProjectMember', { params: { id: dropped, user_id: founder.id } });
  for (const params of [{ id: dropped }, { id: back }]) await client.call('deleteProject', { params });
  await client.call('restoreProject', { params: { id: back } });
  const own = { name: 'Annotator', slug: 'annotator', scope: 'project' as const, ...within };
  const { body: role } = await client.call('createRole', {
    body: { ...own, permissions: ['datasets:read'] },
  });
  await client.call('updateRole', { params: { id: role.id }, body: { name: 'Annotating' } });
  for (const { id: user_id } of [grace, gone])
    await client.call('addTeamMember', { params: { id: team }, body: { user_id } });
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const annotates = { user_id: mary.id, role_id: role.id, expires_at };
  await client.call('addProjectMember', { params: { id: mails }, body: annotates });
  await client.call('addProjectMember', { params: { id: back }, body: { user_id: mary.id } });
  await client.call('removeProjectMember', { params: { id: back, user_id: mary.id } });
  const administers = { params: { id, user_id: grace.id }, body: { role_slug: 'org_admin' } };
  await client.call('updateOrganizationMember', administers);

  const membersOf = async (): Promise<readonly object[]> => {
    const lists = [
      client.call('listOrganizationMembers', { params: { id } }),
      client.call('listTeamMembers', { params: { id: team } }),
      ...[mails, back].map((one) => client.call('listProjectMembers', { params: { id: one } })),
    ];
    return (await Promise.all<{ readonly body: readonly object[] }>(lists)).flatMap(({ body }) => body);
  };
  const ofFirm = <One extends { readonly organization_id?: string | null }>(all: readonly One[]) =>
    all.filter(({ organization_id }) => organization_id === id);
  return {
    id,
    /** What the REST API says of each kind. */
    said: async (): Promise<Readonly<Record<string, readonly object[]>>> => ({
      organization: [(await client.call('getOrganization', { params: { id } })).body],
      team: ofFirm((await client.call('listTeams')).body),
      project: ofFirm((await client.call('listProjects')).body),
      role: ofFirm((await client.call('listRoles')).body),
      membership: await membersOf(),
    }),
  };
};
