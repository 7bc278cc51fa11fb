/** A firm as S1 asks of it: everybody who can stand in some relation to a dataset, and a dataset of each visibility. */
import { randomUUID } from 'node:crypto';
import type { Client } from '@cairn/client';
import { assets } from '@cairn/contracts';
import { askAsset, idIn } from '../assets.js';
import { makeGroups } from '../groups.js';
import { joinFirm } from '../firm.js';
import { type Person, somebody } from '../people.js';
import { addressOf, firstEventOf } from '../prepared.js';
import { makeRecords } from '../records.js';
import type { RunningCairn } from '../topology.js';
import { makeAsset, makeOwn, type World } from '../world.js';
import { type AssetFacts, type Facts, type Name, noFacts, visibilities, type Visibility } from './facts.js';

/** Everybody who asks. The disabled one was an administrator of the project, in the team, and an editor of every dataset. */
export const principals = [
  'the owner',
  'a viewer by a share',
  'an editor by a share',
  'a project member',
  'a team member',
  'an organization member',
  'an organization administrator',
  'a stranger',
  'a disabled user',
] as const;
export type PrincipalName = (typeof principals)[number];

/** A dataset with all that is in it, and where the data of an event of it is. */
interface Shown extends World {
  readonly event: ReturnType<typeof addressOf>;
}

export interface Company {
  readonly people: Readonly<Record<PrincipalName, Person>>;
  /** By the visibility of the dataset; the groups are the same everywhere. */
  readonly worlds: Readonly<Record<Visibility, Shown>>;
  /** The same as the reference policy looks at it: groups are called `firm`, `team`, `project`, assets by their visibility. */
  readonly facts: Facts;
}

/** Of the firm; the two with shares are in no group of it. */
const INSIDE: Readonly<Partial<Record<PrincipalName, string>>> = {
  'the owner': 'org_member',
  'a project member': 'org_member',
  'a team member': 'org_member',
  'an organization member': 'org_member',
  'a disabled user': 'org_member',
};
const IN_PROJECT: Readonly<Partial<Record<PrincipalName, string>>> = {
  'the owner': 'project_editor',
  'a project member': 'project_editor',
  'a disabled user': 'project_admin',
};
const IN_TEAM: Readonly<Partial<Record<PrincipalName, string>>> = {
  'the owner': 'team_member',
  'a team member': 'team_member',
  'a disabled user': 'team_member',
};
/** What the members of the team are in the project. */
const TEAM_ROLE = 'project_viewer';
const SHARES: Readonly<Partial<Record<PrincipalName, 'share_viewer' | 'share_editor'>>> = {
  'a viewer by a share': 'share_viewer',
  'an editor by a share': 'share_editor',
  'a disabled user': 'share_editor',
};

const each = <Value>(
  table: Readonly<Partial<Record<PrincipalName, Value>>>,
  act: (name: PrincipalName, value: Value) => Promise<unknown>,
): Promise<unknown> =>
  Promise.all(Object.entries(table).map(([name, value]) => act(name as PrincipalName, value)));

/** Brings somebody into an organization, as people come into one. */
export const join = async (
  cairn: RunningCairn,
  inviter: Client,
  organization: string,
  person: Person,
  role_slug = 'org_member',
): Promise<void> => {
  await joinFirm(cairn, organization, { client: inviter }, person, role_slug);
};

type People = Company['people'];
type Groups = Awaited<ReturnType<typeof makeGroups>>;

const peopleOf = async (cairn: RunningCairn): Promise<People> => {
  const people = await Promise.all(principals.map(async (name) => [name, await somebody(cairn)] as const));
  return Object.fromEntries(people) as unknown as People;
};

/** The firm with its team and its project, which is the team's too, and who is in them. */
const groupsOf = async (cairn: RunningCairn, people: People): Promise<Groups> => {
  const founder = people['an organization administrator'];
  const { client } = founder;
  const groups = await makeGroups(founder);
  await each(INSIDE, (name, role) => join(cairn, client, groups.organization, people[name], role));
  await each(IN_PROJECT, (name, role_slug) =>
    client.call('addProjectMember', {
      params: { id: groups.project },
      body: { user_id: people[name].id, role_slug },
    }),
  );
  await each(IN_TEAM, (name, role_slug) =>
    client.call('addTeamMember', {
      params: { id: groups.team },
      body: { user_id: people[name].id, role_slug },
    }),
  );
  const { body: roles } = await client.call('listRoles', { query: { limit: 100 } });
  const team_role_id = roles.find(({ slug }) => slug === TEAM_ROLE)?.id ?? '';
  const body = { team_id: groups.team, team_role_id };
  await client.call('updateProject', { params: { id: groups.project }, body });
  return groups;
};

/** An organization apart: with somebody of a common one a share is at once. It gives nothing to any dataset. */
const acquaint = async (cairn: RunningCairn, people: People): Promise<void> => {
  const { client } = people['the owner'];
  const body = { name: 'Circle', slug: `circle-${randomUUID()}` };
  const { body: circle } = await client.call('createOrganization', { body });
  for (const name of ['a viewer by a share', 'an editor by a share'] as const)
    await join(cairn, client, circle.id, people[name]);
};

const worldOf = async (
  cairn: RunningCairn,
  people: People,
  { organization, project, ...groups }: Groups,
  visibility: Visibility,
): Promise<Shown> => {
  const owner = people['the owner'];
  const placed = { visibility, organization_id: organization, project_id: project };
  const made = await makeAsset(owner, placed);
  await each(SHARES, async (name, role_slug) => {
    const body = { user_id: people[name].id, role_slug, without_invite: true };
    for (const asset of assets) await askAsset(owner, asset.operations.createShare, idIn(made, asset), body);
  });
  return {
    ...made,
    ...groups,
    organization,
    project,
    person: owner,
    user: owner.id,
    ...(await makeOwn(owner)),
    records: await makeRecords({ person: owner }),
    account: randomUUID(),
    event: addressOf(await firstEventOf(cairn, `datasetItem-${made.item}`)),
  };
};

const assetOf = (visibility: Visibility): AssetFacts => ({
  owner: 'the owner',
  organization: 'firm',
  project: 'project',
  visibility,
  shares: Object.entries(SHARES).map(([person, role]) => ({ person, role })),
});
const membershipsIn = (group: Name, table: Readonly<Partial<Record<PrincipalName, string>>>) =>
  Object.entries(table).map(([person, role]) => ({ person, group, role }));

const facts: Facts = {
  ...noFacts,
  closed: new Set(['a disabled user']),
  organizations: new Map([['firm', { state: 'open' }]]),
  teams: new Map([['team', { organization: 'firm', state: 'open' }]]),
  projects: new Map([
    ['project', { organization: 'firm', state: 'open', team: 'team', teamRole: TEAM_ROLE }],
  ]),
  memberships: [
    { person: 'an organization administrator', group: 'firm', role: 'org_admin' },
    ...membershipsIn('firm', INSIDE),
    ...membershipsIn('project', IN_PROJECT),
    ...membershipsIn('team', IN_TEAM),
  ],
  assets: new Map(visibilities.map((visibility) => [visibility, assetOf(visibility)])),
};

/**
 * Founds the firm. The account is disabled by its event alone, behind the interface, which needs Cairn to stand still: its
 * place in groups is left as it is.
 */
export const foundCompany = async (cairn: RunningCairn): Promise<Company> => {
  const people = await peopleOf(cairn);
  const [groups] = await Promise.all([groupsOf(cairn, people), acquaint(cairn, people)]);
  const made = await Promise.all(
    visibilities.map(
      async (visibility) => [visibility, await worldOf(cairn, people, groups, visibility)] as const,
    ),
  );
  const { id } = people['a disabled user'];
  await cairn.end('SIGTERM');
  await cairn.inside.append(`user-${id}`, { id }, 'identity.user.disabled.v1');
  await cairn.again();
  return { people, worlds: Object.fromEntries(made) as unknown as Company['worlds'], facts };
};
