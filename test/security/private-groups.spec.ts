/** S31, S40: what is told of private organizations, and what is redeemed or taken away at the same moment. */
import { randomUUID } from 'node:crypto';
import type { Operation } from '@cairn/contracts';
import { answerOf, codeIn, jsonIn, type ReadAnswer } from '../support/answers.js';
import { picture } from '../support/files.js';
import { joinFirm, mailedInvitation } from '../support/firm.js';
import { arrivedMails, shareTokenIn } from '../support/mailbox.js';
import { every } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, paramsIn, partOf, parameterNames, requestIn, type World } from '../support/world.js';

const isOfGroup = ({ path }: Operation): boolean =>
  /^\/api\/v1\/(organizations|teams|projects|roles)\/\{/.test(path);

describe.each(topologies)('private organizations on $name', (topology) => {
  let cairn: SharedCairn;
  let owner: Person;
  let stranger: Person;
  let world: World;
  let other: World;
  beforeAll(async () => {
    cairn = await topology.shared();
    [owner, stranger] = [await somebody(cairn), await somebody(cairn, 'eve')];
    [world, other] = [await makeWorld(owner), await makeWorld(owner)];
  });
  afterAll(() => cairn.leave());

  const shown = ({ status, headers, text }: ReadAnswer) => ({
    status,
    headers: [...headers.keys()].sort(),
    body: { ...jsonIn({ text }), instance: '', request_id: '' },
  });

  it('S31 a logo that is not there, of an organization that is there or is not, is the same 404', async () => {
    const { client } = owner;
    const slug = `s${randomUUID()}`;
    const { body: bare } = await client.call('createOrganization', { body: { name: 'Bare', slug } });
    const { body: deleted } = await client.call('createOrganization', {
      body: { name: 'Gone', slug: `${slug}-2` },
    });
    const file = { name: 'logo.png', content: picture() };
    await client.call('uploadOrganizationLogo', { params: { id: deleted.id }, file });
    await client.call('deleteOrganization', { params: { id: deleted.id } });
    const within = { name: 'Team', slug: 'team', organization_id: bare.id };
    const { body: team } = await client.call('createTeam', { body: within });
    const logoOf = async (kind: string, id: string, asking = cairn.client()) =>
      shown(await answerOf(asking, { method: 'GET', path: `/api/v1/${kind}s/${id}/logo` }));
    const missing = await logoOf('organization', randomUUID());
    expect(missing.status).toBe(404);
    for (const [kind, id] of [
      ['organization', bare.id],
      ['organization', deleted.id],
      ['team', team.id],
      ['team', randomUUID()],
    ] as const) {
      expect(await logoOf(kind, id)).toEqual(missing);
      expect(await logoOf(kind, id, stranger.client)).toEqual(missing);
    }
  });

  it('S31 nor are there logos of what is shut or deleted, or is in such an organization', async () => {
    const { client } = owner;
    const system = await administrator(cairn);
    const slug = `s${randomUUID()}`;
    const { body: firm } = await client.call('createOrganization', { body: { name: 'Shut', slug } });
    const within = { name: 'Team', slug: 'team', organization_id: firm.id };
    const { body: team } = await client.call('createTeam', { body: within });
    const file = { name: 'logo.png', content: picture() };
    const [its, teams] = [{ params: { id: firm.id } }, { params: { id: team.id } }];
    await client.call('uploadOrganizationLogo', { ...its, file });
    await client.call('uploadTeamLogo', { ...teams, file });
    const logoOf = (path: string, headers = {}) =>
      answerOf(cairn.client(), { method: 'GET', path: `/api/v1/${path}/logo`, headers });
    const there = await logoOf(`organizations/${firm.id}`);
    const tag = { 'if-none-match': there.headers.get('etag') ?? '' };
    const look = async () => {
      const wrong: string[] = [];
      for (const [kind, id] of [
        ['organizations', firm.id],
        ['teams', team.id],
      ] as const)
        for (const headers of [{}, tag]) {
          const [one, none] = [
            await logoOf(`${kind}/${id}`, headers),
            await logoOf(`${kind}/${randomUUID()}`),
          ];
          const isAlike = one.status === 404 && JSON.stringify(shown(one)) === JSON.stringify(shown(none));
          if (!isAlike) wrong.push(`${kind} ${one.status}`);
        }
      return wrong;
    };
    expect([there.status, await look()]).toEqual([
      200,
      ['organizations 200', 'organizations 304', 'teams 200', 'teams 304'],
    ]);
    await system.client.call('updateOrganization', { ...its, body: { disabled: true } });
    expect(await look()).toEqual([]);
    await system.client.call('updateOrganization', { ...its, body: { disabled: false } });
    await client.call('deleteOrganization', its);
    expect(await look()).toEqual([]);
    await client.call('restoreOrganization', its);
    expect(await look()).toHaveLength(4);
  });

  it('S40 what is added while the organization is deleted is there afterwards when it was answered', async () => {
    const { client } = owner;
    const made = async (name: string) =>
      (await client.call('createOrganization', { body: { name, slug: `s${randomUUID()}` } })).body.id;
    const [firm, common] = [await made('Firm'), await made('Common')];
    const people = await Promise.all(Array.from({ length: 8 }, () => somebody(cairn, 'many')));
    for (const who of people) await joinFirm(cairn, common, owner, who);
    const params = { id: firm };
    const adding = people.map(({ id: user_id }, index) =>
      client.try('addOrganizationMember', {
        params,
        body: { user_id, role_slug: index % 2 ? 'org_admin' : 'org_member' },
      }),
    );
    const making = Array.from({ length: 4 }, (_, index) =>
      client.try('createTeam', { body: { name: 'Team', slug: `t-${index}`, organization_id: firm } }),
    );
    const [added, teams] = [Promise.all(adding), Promise.all(making)];
    await client.call('deleteOrganization', { params });
    const statuses = [...(await added), ...(await teams)].map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 404)).toEqual([]);
    await client.call('restoreOrganization', { params });
    const { body: members } = await client.call('listOrganizationMembers', { params });
    const { body: listed } = await client.call('listTeams', { query: { organization_id: firm } });
    const isThere = people.map(({ id }) => members.some(({ user_id }) => user_id === id));
    expect(isThere).toEqual((await added).map(({ status }) => status === 201));
    expect(listed).toHaveLength((await teams).filter(({ status }) => status === 201).length);
    const { body: counted } = await client.call('getOrganization', { params });
    expect(counted.member_count).toBe(members.length);
  });

  it('S31 a logo that is there tells nothing beside the picture', async () => {
    const path = `/api/v1/organizations/${world.organization}/logo`;
    const { status, headers, text } = await answerOf(cairn.client(), { method: 'GET', path });
    expect(status).toBe(200);
    const told = [...headers.entries()].map((each) => each.join()).join() + text;
    expect(told).not.toContain(world.organization);
    expect(told).not.toContain('World');
  });

  it('S1 a group that a stranger may not know of answers as one that does not exist', async () => {
    const reads = every(
      (operation) => isOfGroup(operation) && operation.method === 'GET' && operation.access !== 'anonymous',
    );
    for (const operation of reads) {
      const request = requestIn(world, operation);
      const nothing = Object.fromEntries(
        Object.keys(request.params ?? {}).map((name) => [name, randomUUID()]),
      );
      const missing = await answerOf(stranger.client, { ...request, params: nothing });
      expect([operation.id, shown(await answerOf(stranger.client, request))]).toEqual([
        operation.id,
        shown(missing),
      ]);
    }
  });

  it('S2 a member or an invitation under another group is not found, at every route', async () => {
    const nested = every(isOfGroup).flatMap((operation) => {
      const ids = parameterNames(operation).filter((name) => partOf(operation, name) !== undefined);
      return ids.length < 2 ? [] : [operation];
    });
    const { client } = await somebody(cairn, 'host');
    const wrong: string[] = [];
    // The person is in both worlds: another one stands for the foreign member.
    const foreignIn = ({ path }: Pick<Operation, 'path'>): Readonly<Record<string, string>> => {
      if (path.includes('{user_id}')) return { user_id: stranger.id };
      return path.includes('/apikeys/') ? { id: other.organizationKey } : { invitation_id: other.invitation };
    };
    for (const operation of nested) {
      const foreign = foreignIn(operation);
      const params = { ...paramsIn(world, operation), ...foreign };
      const code = codeIn(await answerOf(owner.client, { ...requestIn(world, operation), params }));
      if (code !== 'not_found') wrong.push(`${operation.id}: ${code}`);
      const strangers = codeIn(await answerOf(client, requestIn(world, operation)));
      if (strangers !== 'not_found') wrong.push(`${operation.id} by a stranger: ${strangers}`);
    }
    expect([nested.length > 8, wrong]).toEqual([true, []]);
  });

  it('S5 lists and counts of groups leave out those of others', async () => {
    for (const operation of ['listOrganizations', 'listTeams', 'listProjects'] as const) {
      const { body, headers } = await stranger.client.call(operation);
      expect([operation, body, headers.get('x-total-count')]).toEqual([operation, [], '0']);
    }
    const { body: roles } = await stranger.client.call('listRoles', { query: { limit: 100 } });
    expect(roles.filter(({ is_system }) => !is_system)).toEqual([]);
  });

  it('S40 an invitation that is redeemed twice at the same moment makes one member', async () => {
    const params = { id: world.organization };
    const [one, two] = [await somebody(cairn, 'one'), await somebody(cairn, 'two')];
    const token = await mailedInvitation(cairn, world.organization, owner, one);
    const redeem = async ({ client }: Person) =>
      (await client.try('acceptInvitation', { params: { token } })).status;
    const statuses = await Promise.all([redeem(one), redeem(two), redeem(one), redeem(two)]);
    const { body: members } = await owner.client.call('listOrganizationMembers', {
      params,
      query: { limit: 100 },
    });
    expect(members.filter(({ user_id }) => user_id === one.id)).toHaveLength(1);
    expect([statuses.includes(200), statuses[1], statuses[3]]).toEqual([true, 403, 403]);
    expect((await two.client.try('getOrganization', { params })).status).toBe(404);
  });

  it('S20 S40 a share that is accepted by two at the same moment is whose address it was mailed to', async () => {
    const params = { id: world.dataset };
    const people = [await somebody(cairn, 'one'), await somebody(cairn, 'two')];
    const { email } = people[1]!;
    await owner.client.call('createDatasetShare', { params, body: { email } });
    const token = shareTokenIn((await arrivedMails(cairn, email))[0] ?? '');
    const statuses = await Promise.all(
      people.map(async ({ client }) => (await client.try('acceptShare', { params: { token } })).status),
    );
    expect(statuses).toEqual([403, 200]);
    const seen = await Promise.all(
      people.map(async ({ client }) => (await client.try('getDataset', { params })).status),
    );
    expect(seen).toEqual([404, 200]);
  });
});
