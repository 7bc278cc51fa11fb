/** An administrator finds who is locked out and why, and mends it; who goes is followed; what is under way is seen. */
import type { Client } from '@cairn/client';
import { foundFirm } from '../support/firm.js';
import { administrator, PASSWORD, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { csv } from '../support/world.js';

describe.each(topologies)('people in the hands of an administrator on $name', (topology) => {
  let cairn: RunningCairn;
  let root: Person;
  /** Founds a firm alone; takes over. */
  let ada: Person;
  let grace: Person;
  let firm: string;
  let robot: Client;
  let dataset: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [root, ada, grace] = await Promise.all([
      administrator(cairn),
      somebody(cairn, 'ada'),
      somebody(cairn, 'grace'),
    ]);
    firm = await foundFirm(ada);
    const key = { name: 'robot', scopes: ['me:read'] };
    robot = cairn.client((await ada.client.call('createAPIKey', { body: key })).body.key);
    const { body } = await ada.client.call('createDataset', { body: { name: 'Mails' } });
    dataset = body.id;
    const params = { dataset_id: dataset, id: body.active_version_id ?? '' };
    await ada.client.call('importDataset', { params, file: { ...csv, name: 'private-affairs.csv' } });
  }, 120_000);
  afterAll(() => cairn.remove());

  const signIn = (password = PASSWORD) =>
    cairn.client().try('login', { body: { username: ada.username, password } });
  const put = (user_id: string, body: object) => root.client.try('updateUser', { params: { user_id }, body });
  const statuses = async (...clients: readonly Client[]): Promise<readonly number[]> =>
    Promise.all(clients.map(async (client) => (await client.try('getMe')).status));

  it('nobody else finds or changes anybody', async () => {
    for (const asked of [
      ada.client.try('listUsers'),
      ada.client.try('getUser', { params: { user_id: grace.id } }),
    ])
      expect((await asked).status).toBe(403);
    const body = { is_system_admin: true };
    expect((await ada.client.try('updateUser', { params: { user_id: ada.id }, body })).status).toBe(403);
  });

  it('the last administrator of an organization is not disabled without a successor, who is named', async () => {
    const refused = await put(ada.id, { disabled: true });
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_administrator' } });
    expect(JSON.stringify(refused.body)).toContain(firm);
    expect(await statuses(ada.client, robot)).toEqual([200, 200]);
    const successors = [{ organization_id: firm, user_id: grace.id }];
    expect(await put(ada.id, { disabled: true, successors })).toMatchObject({
      status: 200,
      body: { id: ada.id, disabled: true, hashed_password: '' },
    });
  });

  it('S18: the session and the key of who is disabled are refused at once', async () => {
    expect(await statuses(ada.client, robot)).toEqual([401, 401]);
    const of = { params: { id: firm }, body: { name: 'Firm of Grace' } };
    expect((await grace.client.call('updateOrganization', { params: of.params, body: of.body })).status).toBe(
      200,
    );
  });

  it('an administrator finds who cannot sign in, and why', async () => {
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'account_disabled' } });
    expect((await signIn('not her password')).status).toBe(401);
    const { body: users } = await root.client.call('listUsers', { query: { q: ada.email, disabled: true } });
    expect(users.map(({ id }) => id)).toEqual([ada.id]);
    const { body } = await root.client.call('getUser', { params: { user_id: ada.id } });
    expect(body).toMatchObject({
      user: { id: ada.id, disabled: true },
      sign_in: { second_factor: false, failed_logins: 1, sessions: 0 },
      datasets: [{ id: dataset, name: 'Mails' }],
      jobs: [{ job_type: 'import', status: 'completed', dataset_id: dataset }],
      models: [],
      inferences: [],
    });
    expect(body.access_logs).toContainEqual(
      expect.objectContaining({ user_id: ada.id, route: '/api/v1/datasets', method: 'POST', status: 201 }),
    );
    expect(body.unavailable).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain('private-affairs');
  });

  it('and lets them in again', async () => {
    expect((await put(ada.id, { disabled: false })).status).toBe(200);
    expect(await statuses(robot)).toEqual([200]);
    expect((await signIn()).status).toBe(200);
  });

  it('work of everybody is seen, and none of what is in it', async () => {
    const query = { status: 'completed', user_id: ada.id, dataset_id: dataset };
    const { body } = await root.client.call('listAllJobs', { query });
    expect(body).toMatchObject([
      {
        user_id: ada.id,
        job_type: 'import',
        items: [{ entity_type: 'dataset_version', status: 'completed' }],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('private-affairs');
  });

  it('of two administrators who demote each other at once, one stays', async () => {
    await put(grace.id, { is_system_admin: true });
    const demote = ({ client }: Person, user_id: string) =>
      client.try('updateUser', { params: { user_id }, body: { is_system_admin: false } });
    const answers = await Promise.all([demote(root, grace.id), demote(grace, root.id)]);
    const codes = answers.map(({ status }) => status).sort();
    // Who was demoted before its own request came in is no administrator any more.
    expect([
      [200, 403],
      [200, 409],
    ]).toContainEqual(codes);
    const stays = (await Promise.all([root, grace].map(({ client }) => client.try('listUsers')))).map(
      ({ status }) => status,
    );
    expect(stays.sort()).toEqual([200, 403]);
  });
});
