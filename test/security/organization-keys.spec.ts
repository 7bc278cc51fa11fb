/** A key of an organization reaches what is in it, and nothing else (S19). */
import { randomUUID } from 'node:crypto';
import type { Client } from '@cairn/client';
import { joinFirm } from '../support/firm.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('a key of an organization on $name (S19)', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let grace: Person;
  let firm: string;
  let other: string;
  let robot: Client;
  let key: string;
  const datasets: Record<string, string> = {};

  const organization = async ({ client }: Person): Promise<string> =>
    (await client.call('createOrganization', { body: { name: 'Firm', slug: `firm-${randomUUID()}` } })).body
      .id;
  const dataset = async ({ client }: Pick<Person, 'client'>, body: object): Promise<string> =>
    (await client.call('createDataset', { body: { name: 'mails', ...body } })).body.id;
  const makeKey = async ({ client }: Person, organization_id: string, more = {}) =>
    client.try('createAPIKey', { body: { name: 'robot', scopes: ['*:*'], organization_id, ...more } });
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string }).code,
  ];

  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace] = [await somebody(cairn), await somebody(cairn, 'grace')];
    [firm, other] = [await organization(ada), await organization(ada)];
    await joinFirm(cairn, firm, ada, grace);
    datasets['inside'] = await dataset(ada, { organization_id: firm });
    datasets['own'] = await dataset(ada, {});
    datasets['elsewhere'] = await dataset(ada, { organization_id: other, visibility: 'org' });
    datasets['public'] = await dataset(grace, { visibility: 'public' });
    const made = (await makeKey(ada, firm)).body as { readonly id: string; readonly key: string };
    key = made.id;
    robot = cairn.client(made.key);
  });
  afterAll(() => cairn.remove());

  it('is made by who manages its keys; who is no member is told nothing of it', async () => {
    expect(codeOf(await makeKey(grace, firm))).toEqual([403, 'forbidden']);
    expect(codeOf(await makeKey(grace, other))).toEqual([422, 'invalid_body']);
    expect(codeOf(await makeKey(grace, randomUUID()))).toEqual([422, 'invalid_body']);
  });

  it('reads and changes what is in the organization, nothing of its maker’s own, of another one, or public', async () => {
    const statuses = async (one: string) => {
      const params = { id: datasets[one]! };
      const read = await robot.try('getDataset', { params });
      const written = await robot.try('updateDataset', { params, body: { notes: randomUUID() } });
      return [one, read.status, written.status];
    };
    expect(await Promise.all(['inside', 'own', 'elsewhere', 'public'].map(statuses))).toEqual([
      ['inside', 200, 200],
      ['own', 404, 404],
      ['elsewhere', 404, 404],
      ['public', 404, 404],
    ]);
  });

  it('lists and counts nothing else, whatever it filters by', async () => {
    const listed = async (query: Readonly<Record<string, string | boolean>>) => {
      const { body, headers } = await robot.call('listDatasets', { query });
      return [body.map(({ id }) => id), headers.get('x-total-count')];
    };
    expect(await listed({})).toEqual([[datasets['inside']], '1']);
    expect(await listed({ public: true })).toEqual([[], '0']);
    expect(await listed({ organization_id: other })).toEqual([[], '0']);
    expect((await robot.call('listOrganizations')).body.map(({ id }) => id)).toEqual([firm]);
  });

  it('what it makes is in the organization, and nowhere else', async () => {
    const id = await dataset({ client: robot }, {});
    const nowhere = await dataset({ client: robot }, { organization_id: null, project_id: '' });
    for (const made of [id, nowhere])
      expect((await ada.client.call('getDataset', { params: { id: made } })).body.organization_id).toBe(firm);
    const elsewhere = { body: { name: 'x', organization_id: other } };
    expect(codeOf(await robot.try('createDataset', elsewhere))).toEqual([422, 'group_unavailable']);
    const out = { params: { id }, body: { organization_id: null } };
    expect((await robot.try('updateDataset', out)).status).toBe(422);
    const slug = `robots-${randomUUID()}`;
    const founded = await robot.try('createOrganization', { body: { name: 'Robots', slug } });
    expect(codeOf(founded)).toEqual([403, 'forbidden']);
  });

  it('touches no key and no session but those of the organization', async () => {
    const { body: own } = await ada.client.call('createAPIKey', { body: { name: 'own', scopes: ['*:*'] } });
    const params = { id: own.id };
    expect((await robot.try('getAPIKey', { params })).status).toBe(404);
    expect((await robot.try('deleteAPIKey', { params })).status).toBe(404);
    expect((await robot.call('listAPIKeys')).body.map(({ id }) => id)).toEqual([key]);
    const { body: sessions } = await ada.client.call('listSessions');
    expect((await robot.try('endSession', { params: { id: sessions[0]!.id } })).status).toBe(404);
  });

  it('replaced, it is still one of the organization', async () => {
    const made = (await makeKey(ada, firm)).body as { readonly id: string };
    const { body: next } = await ada.client.call('rotateAPIKey', { params: { id: made.id } });
    const { status } = await cairn.client(next.key).try('getDataset', { params: { id: datasets['own']! } });
    expect(status).toBe(404);
  });

  it('is seen, disabled and deleted by the administrators, whoever made it, and by nobody else', async () => {
    const params = { organization_id: firm, id: key };
    const list = { params: { organization_id: firm } };
    expect((await grace.client.try('listOrganizationAPIKeys', list)).status).toBe(403);
    const { body: keys } = await ada.client.call('listOrganizationAPIKeys', list);
    expect(keys.find(({ id }) => id === key)).toMatchObject({ user_id: ada.id, organization_id: firm });
    expect(
      (await ada.client.try('getOrganizationAPIKey', { params: { ...params, organization_id: other } }))
        .status,
    ).toBe(404);
    await ada.client.call('updateOrganizationAPIKey', { params, body: { disabled: true } });
    expect((await robot.try('listDatasets')).status).toBe(401);
    await ada.client.call('updateOrganizationAPIKey', { params, body: { disabled: false } });
    expect((await robot.try('listDatasets')).status).toBe(200);
    await ada.client.call('deleteOrganizationAPIKey', { params });
    expect((await robot.try('listDatasets')).status).toBe(401);
    expect((await ada.client.try('getOrganizationAPIKey', { params })).status).toBe(404);
  });
});
