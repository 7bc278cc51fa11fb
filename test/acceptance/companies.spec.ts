/** Two companies work with one Cairn: people come by mail, robots by keys, shares end, people go, and what they made stays. */
import { randomUUID } from 'node:crypto';
import type { Client } from '@cairn/client';
import { unzip } from '../support/archives.js';
import { arrivedMails, invitationIn, mailsTo, shareTokenIn } from '../support/mailbox.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

interface Company {
  readonly id: string;
  readonly by: Person;
}

describe.each(topologies)('two companies on $name', (topology) => {
  let cairn: RunningCairn;
  /** Ada founds one, Grace and Mary join it; Joan founds the other, Hal joins that. */
  let ada: Person;
  let grace: Person;
  let mary: Person;
  let joan: Person;
  let hal: Person;
  let engines: Company;
  let looms: Company;
  let mails: string;
  let shared: string;
  let own: string;

  const codeOf = async (asked: Promise<{ readonly status: number; readonly body: unknown }>) => {
    const { status, body } = await asked;
    return [status, (body as { readonly code?: string } | undefined)?.code];
  };
  const statusOf = async (client: Client, id: string): Promise<number> =>
    (await client.try('getDataset', { params: { id } })).status;
  const founded = async (by: Person, name: string): Promise<Company> => {
    const body = { name, slug: `${name.toLowerCase()}-${randomUUID()}` };
    return { id: (await by.client.call('createOrganization', { body })).body.id, by };
  };
  /** The mail to an address that has such a link, as soon as it is there. */
  const mailWith = async (address: string, link: string): Promise<string> => {
    for (;;) {
      const found = mailsTo(cairn, address).find((mail) => mail.includes(link));
      if (found !== undefined) return found;
      await arrivedMails(cairn, address);
    }
  };
  /** Becomes a member by the mail that the company sends. */
  const joins = async (who: Person, { id, by }: Company): Promise<void> => {
    const before = await by.client.call('createInvitation', { params: { id }, body: { email: who.email } });
    expect(before.body).toMatchObject({ status: 'pending', email: who.email });
    const mail = await mailWith(who.email, '/invitations/');
    const { body } = await who.client.call('acceptInvitation', { params: { token: invitationIn(mail) } });
    expect(body).toMatchObject({ organization_id: id, user_id: who.id });
  };
  const team = async ({ id, by }: Company, name: string, ...members: readonly Person[]): Promise<string> => {
    const body = { name, slug: name.toLowerCase(), organization_id: id };
    const made = (await by.client.call('createTeam', { body })).body.id;
    for (const { id: user_id } of members)
      await by.client.call('addTeamMember', { params: { id: made }, body: { user_id } });
    return made;
  };
  const dataset = async ({ client }: Person, name: string, body: object): Promise<string> =>
    (await client.call('createDataset', { body: { name, ...body } })).body.id;
  const projectOf = async ({ client }: Person) =>
    (await client.call('getProject', { params: { id: mails } })).body;

  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace, mary, joan, hal] = (await Promise.all(
      ['ada', 'grace', 'mary', 'joan', 'hal'].map((name) => somebody(cairn, name)),
    )) as [Person, Person, Person, Person, Person];
  });
  afterAll(() => cairn.remove());

  it('are founded, and people join them by mail', async () => {
    [engines, looms] = [await founded(ada, 'Engines'), await founded(joan, 'Looms')];
    await joins(grace, engines);
    await joins(mary, engines);
    await joins(hal, looms);
    for (const [{ client }, { id }] of [[grace, engines] as const, [hal, looms] as const])
      expect((await client.call('listOrganizations')).body.map((one) => one.id)).toEqual([id]);
    const { body } = await ada.client.call('listOrganizationMembers', { params: { id: engines.id } });
    expect(body.map(({ user_id }) => user_id).sort()).toEqual([ada.id, grace.id, mary.id].sort());
  });

  it('have three teams, and projects that they are given', async () => {
    const labelling = await team(engines, 'Labelling', grace);
    await team(engines, 'Review', mary);
    const weaving = await team(looms, 'Weaving', hal);
    const making = async ({ id, by }: Company, slug: string, team_id: string) => {
      const body = { name: slug, slug, organization_id: id, team_id };
      return (await by.client.call('createProject', { body })).body.id;
    };
    mails = await making(engines, 'mails', labelling);
    const cloth = await making(looms, 'cloth', weaving);
    shared = await dataset(grace, 'shared', { project_id: mails, visibility: 'project' });
    own = await dataset(grace, 'own', { project_id: mails });
    await dataset(hal, 'patterns', { project_id: cloth, visibility: 'org' });
    expect(await statusOf(ada.client, shared)).toBe(200);
    expect(await statusOf(mary.client, shared)).toBe(404);
  });

  it('S5: know nothing of each other, in lists and counts neither', async () => {
    for (const { client } of [joan, hal]) {
      expect(await statusOf(client, shared)).toBe(404);
      for (const id of ['getOrganization', 'listOrganizationHistory'] as const)
        expect((await client.try(id, { params: { id: engines.id } })).status).toBe(404);
      expect((await client.call('listDatasets')).body.map(({ name }) => name)).toEqual(['patterns']);
      expect((await client.call('listProjects')).body.map(({ slug }) => slug)).toEqual(['cloth']);
    }
  });

  it('S5: count in a project what each may see of it', async () => {
    expect([(await projectOf(grace)).dataset_count, (await projectOf(ada)).dataset_count]).toEqual([2, 1]);
    const { body } = await ada.client.call('listProjects');
    expect(body.map(({ dataset_count, model_count }) => [dataset_count, model_count])).toEqual([[1, 0]]);
    const counts = async ({ client }: Person) =>
      (await client.call('getOrganization', { params: { id: engines.id } })).body.project_count;
    expect([await counts(ada), await counts(grace), await counts(mary)]).toEqual([1, 1, 0]);
  });

  it('let a robot do what its key says and its owner may, and no more', async () => {
    const scopes = ['datasets:read'];
    const { body } = await grace.client.call('createAPIKey', { body: { name: 'robot', scopes } });
    const robot = cairn.client(body.key);
    expect(await statusOf(robot, shared)).toBe(200);
    const update = { params: { id: shared }, body: { notes: 'by a robot' } };
    expect(await codeOf(robot.try('updateDataset', update))).toEqual([403, 'scope_missing']);
    expect((await robot.try('getProject', { params: { id: mails } })).status).not.toBe(200);
    await grace.client.call('updateAPIKey', { params: { id: body.id }, body: { disabled: true } });
    expect((await robot.try('getDataset', { params: { id: shared } })).status).toBe(401);
  });

  it('let a robot of the company reach what is the company’s, and nothing else', async () => {
    const body = { name: 'nightly', scopes: ['datasets:read'], organization_id: engines.id };
    const robot = cairn.client((await ada.client.call('createAPIKey', { body })).body.key);
    const open = await dataset(joan, 'open', { visibility: 'public' });
    const home = await dataset(ada, 'at home', {});
    expect([await statusOf(ada.client, open), await statusOf(ada.client, home)]).toEqual([200, 200]);
    expect([await statusOf(robot, shared), await statusOf(robot, open), await statusOf(robot, home)]).toEqual(
      [200, 404, 404],
    );
    expect((await robot.call('listDatasets')).body.map(({ id }) => id)).toEqual([shared]);
    for (const [{ client }, id] of [[joan, open] as const, [ada, home] as const])
      await client.call('deleteDataset', { params: { id } });
  });

  it('share until a moment, at which it is over by itself', async () => {
    const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();
    const body = { user_id: mary.id, role_slug: 'share_viewer' as const, expires_at: soon(3_600_000) };
    const { body: share } = await grace.client.call('createDatasetShare', { params: { id: shared }, body });
    expect(await statusOf(mary.client, shared)).toBe(200);
    const expires_at = soon(1_000);
    const params = { id: shared, share_id: share.id };
    await grace.client.call('updateDatasetShare', { params, body: { expires_at } });
    while ((await statusOf(mary.client, shared)) === 200) continue;
    expect(await statusOf(mary.client, shared)).toBe(404);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at));
    expect((await mary.client.call('listDatasets')).body).toEqual([]);
  }, 30_000);

  it('share one thing with one of the other company, who learns of nothing else', async () => {
    const body = { email: hal.email, role_slug: 'share_viewer' as const };
    await grace.client.call('createDatasetShare', { params: { id: shared }, body });
    expect(await statusOf(hal.client, shared)).toBe(404);
    const mail = await mailWith(hal.email, '/shares/');
    await hal.client.call('acceptShare', { params: { token: shareTokenIn(mail) } });
    expect(await statusOf(hal.client, shared)).toBe(200);
    expect((await hal.client.try('getProject', { params: { id: mails } })).status).toBe(404);
    expect(await statusOf(hal.client, own)).toBe(404);
  });

  it('tell their history to who may change them', async () => {
    const params = { id: engines.id };
    await ada.client.call('updateOrganization', { params, body: { description: 'calculates' } });
    const { body } = await ada.client.call('listOrganizationHistory', { params });
    expect(body.map(({ type, actor }) => [type, actor.id])).toEqual([
      ['identity.organization.created.v1', ada.id],
      ['identity.organization.updated.v1', ada.id],
    ]);
    const first = { params, query: { revision: 0 } };
    expect((await ada.client.call('getOrganization', first)).body.description).toBe('');
    expect(await codeOf(grace.client.try('getOrganization', first))).toEqual([403, 'forbidden']);
  });

  it('take over what somebody leaves behind: the administrator manages it, private or not', async () => {
    expect(await statusOf(ada.client, own)).toBe(404);
    await grace.client.call('removeOrganizationMember', { params: { id: engines.id, user_id: grace.id } });
    expect([await statusOf(grace.client, own), await statusOf(grace.client, shared)]).toEqual([404, 404]);
    expect(await statusOf(ada.client, own)).toBe(200);
    expect((await projectOf(ada)).dataset_count).toBe(2);
    await ada.client.call('updateProject', { params: { id: mails }, body: { team_id: null } });
    const member = { user_id: mary.id, role_slug: 'project_editor' };
    await ada.client.call('addProjectMember', { params: { id: mails }, body: member });
    await ada.client.call('updateDataset', { params: { id: own }, body: { visibility: 'project' } });
    await mary.client.call('updateDataset', { params: { id: own }, body: { notes: 'now ours' } });
    expect((await projectOf(mary)).dataset_count).toBe(2);
    const transfer = { params: { id: own }, body: { user_id: mary.id } };
    expect((await ada.client.call('transferDataset', transfer)).body).toMatchObject({
      user_id: mary.id,
      organization_id: engines.id,
      visibility: 'project',
    });
    expect(
      await codeOf(ada.client.try('transferDataset', { ...transfer, body: { user_id: hal.id } })),
    ).toEqual([422, 'recipient_unavailable']);
  });

  it('a person takes along what is stored about them', async () => {
    const answer = await mary.client.send({ method: 'GET', path: '/api/v1/me/export' });
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    const told = (name: string) => JSON.parse(String(files.get(`${name}.json`))) as Record<string, unknown>[];
    expect(told('memberships').map(({ group_kind }) => group_kind)).toEqual([
      'organization',
      'team',
      'project',
    ]);
    expect(told('datasets_shared_with_you')).toMatchObject([
      { entity_id: shared, request_user_id: grace.id, deleted: false },
    ]);
    expect(told('datasets_shared_by_you')).toEqual([]);
    expect([...files.values()].join()).not.toContain(grace.email);
  });

  it('a person leaves and is erased; what they made stays with the company', async () => {
    const made = await dataset(mary, 'hers', { project_id: mails });
    expect(await statusOf(ada.client, made)).toBe(404);
    await mary.client.call('deleteMe', { body: {} });
    expect(await statusOf(ada.client, made)).toBe(200);
    expect((await projectOf(ada)).dataset_count).toBe(3);
    const params = { id: engines.id };
    const { body: members } = await ada.client.call('listOrganizationMembers', { params });
    expect(members.map(({ user_id }) => user_id)).toEqual([ada.id]);
    const { body } = await ada.client.call('getDataset', { params: { id: made } });
    expect(JSON.stringify([members, body])).not.toContain(mary.email);
    expect((await mary.client.try('getMe')).status).toBe(401);
  });

  it('review who came and went, without a word of who is erased', async () => {
    const { body } = await ada.client.call('getAccessReview', { params: { id: engines.id } });
    const ofKind = (kind: (typeof body)[number]['kind']) => body.filter((change) => change.kind === kind);
    expect(body.map(({ at }) => at)).toEqual(body.map(({ at }) => at).sort());
    expect(ofKind('owner_changed')).toMatchObject([{ before: grace.id, after: mary.id, by: { id: ada.id } }]);
    expect(ofKind('member_joined').map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining([ada.id, grace.id, mary.id]),
    );
    expect(body.some((change) => change.kind === 'member_left' && change.user_id === grace.id)).toBe(true);
    expect(JSON.stringify(body)).not.toContain(mary.email);
    const { status } = await joan.client.try('getAccessReview', { params: { id: engines.id } });
    expect(status).toBe(404);
  });

  it('have an administrator to the last', async () => {
    expect(await codeOf(ada.client.try('deleteMe', { body: {} }))).toEqual([409, 'last_administrator']);
  });
});
