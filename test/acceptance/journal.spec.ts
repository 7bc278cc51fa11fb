import { randomUUID } from 'node:crypto';
import { unzip } from '../support/archives.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { arrivedMails, resetLinkIn } from '../support/mailbox.js';
import { makeInference } from '../support/models.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

type Filter = Readonly<Record<string, string>>;

describe.each(topologies)('what is refused, what goes wrong on $name', (topology) => {
  let cairn: SharedCairn;
  let [ada, grace, eve, admin]: Person[] = [];
  let firm: string;
  let other: string;
  let dataset: string;
  beforeAll(async () => {
    cairn = await topology.shared();
    [ada, grace, eve, admin] = [
      await somebody(cairn),
      await somebody(cairn, 'grace'),
      await somebody(cairn, 'eve'),
      await administrator(cairn),
    ];
    [firm, other] = [await foundFirm(ada), await foundFirm(eve, 'Other')];
    await joinFirm(cairn, firm, ada, grace);
    const body = { name: 'birds', organization_id: firm, visibility: 'org' } as const;
    dataset = (await ada.client.call('createDataset', { body })).body.id;
    await eve.client.try('getOrganization', { params: { id: firm } });
    await grace.client.try('updateOrganization', { params: { id: firm }, body: { name: 'Mine' } });
    await ada.client.call('createLabel', {
      params: { dataset_id: dataset, version_id: await activeVersion() },
      body: { name: 'owl' },
    });
  });
  afterAll(() => cairn.leave());

  const activeVersion = async (): Promise<string> =>
    (await ada!.client.call('getDataset', { params: { id: dataset } })).body.active_version_id ?? '';
  /** Another gateway writes what it noted within a second. */
  const until = async <Found>(
    look: () => Promise<Found>,
    isThere: (found: Found) => boolean,
  ): Promise<Found> => {
    for (;;) {
      const found = await look();
      if (isThere(found)) return found;
    }
  };
  const accesses = async (query: Filter) => (await admin!.client.call('listAccessLog', { query })).body;
  const audit = async (of: Person, id: string, query: Filter = {}) =>
    (await of.client.call('listOrganizationAudit', { params: { id }, query })).body;
  const told = (entries: Awaited<ReturnType<typeof audit>>) =>
    entries.map(({ method, route, status, user_id }) => `${method} ${route} ${status} ${user_id}`);

  it('S42: an organization sees its own acts and refusals, with who and what', async () => {
    const expected = [
      `POST /api/v1/organizations 201 ${ada!.id}`,
      `POST /api/v1/organizations/{id}/invitations 201 ${ada!.id}`,
      `POST /api/v1/datasets 201 ${ada!.id}`,
      `POST /api/v1/datasets/{dataset_id}/versions/{version_id}/labels 201 ${ada!.id}`,
      `GET /api/v1/organizations/{id} 404 ${eve!.id}`,
      `PUT /api/v1/organizations/{id} 403 ${grace!.id}`,
    ];
    const all = await until(
      () => audit(ada!, firm),
      (entries) => expected.every((line) => told(entries).includes(line)),
    );
    expect(all.every(({ organization_id }) => organization_id === firm)).toBe(true);
    expect(all.every(({ method, error_code }) => method !== 'GET' || error_code !== undefined)).toBe(true);
    expect(all.find(({ route }) => route === '/api/v1/datasets')).toMatchObject({
      entity: 'dataset',
      entity_id: dataset,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const refused = await audit(ada!, firm, { refused: 'true' });
    expect(told(refused).sort()).toEqual([expected[4], expected[5]].sort());
    expect(told(await audit(ada!, firm, { user_id: grace!.id, refused: 'true' }))).toEqual([expected[5]]);
    expect(told(await audit(eve!, other)).join()).not.toContain(ada!.id);
  });

  it('who may not see the audit is told so, and who may not know of the organization nothing', async () => {
    const seen = async ({ client }: Person) =>
      (await client.try('listOrganizationAudit', { params: { id: firm } })).status;
    expect([await seen(grace!), await seen(eve!), await seen(admin!)]).toEqual([403, 404, 404]);
    const scopes = ['organizations:read'] as const;
    const { body: key } = await ada!.client.call('createAPIKey', {
      body: { name: 'key', scopes: [...scopes] },
    });
    const { status } = await cairn.client(key.key).try('listOrganizationAudit', { params: { id: firm } });
    expect(status).toBe(403);
  });

  it('S42: refusals and what administrators look at are in the access log, by person, status and time', async () => {
    const from = new Date(Date.now() - 600_000).toISOString();
    await grace!.client.try('listAccessLog');
    await cairn.client().try('login', { body: { username: `nobody-${randomUUID()}`, password: 'wrong' } });
    const [refused] = await until(
      () => accesses({ user_id: grace!.id, status: '403', from }),
      (entries) => entries.some(({ route }) => route === '/admin/access-log'),
    );
    expect(refused).toMatchObject({ error_code: 'administrator_required', method: 'GET', bytes_in: 0 });
    expect(await accesses({ user_id: grace!.id, to: from })).toEqual([]);
    const looks = await until(
      () => accesses({ user_id: admin!.id, method: 'GET' }),
      (entries) => entries.some(({ route }) => route === '/admin/access-log'),
    );
    expect(looks.length).toBeGreaterThan(0);
    const failed = await until(
      () => accesses({ status: '401', from }),
      (entries) => entries.some(({ route }) => route === '/api/v1/login'),
    );
    expect(failed.find(({ route }) => route === '/api/v1/login')).toMatchObject({
      user_id: '',
      error_code: 'invalid_credentials',
    });
    const signedIn = await accesses({ user_id: grace!.id });
    expect(signedIn.some(({ route, status }) => route === '/api/v1/login' && status === 200)).toBe(true);
  });

  it('S14: no record has the token of a link, nor a query', async () => {
    await cairn.client().call('requestPasswordReset', { body: { login: eve!.username } });
    const { userId, token } = resetLinkIn((await arrivedMails(cairn, eve!.email))[0] ?? '');
    const params = { user_id: userId, reset_token: token };
    await cairn.client().call('getPasswordReset', { params });
    for (const path of [`/api/v1/resetpassword/${userId}/${token}/`, `/api/v1/resetpasswords/${token}`])
      await cairn.client().send({ method: 'GET', path, query: { q: token } });
    const [reset] = await until(
      async () => (await accesses({ method: 'GET' })).filter(({ entity_id }) => entity_id === userId),
      (entries) => entries.length > 0,
    );
    expect(reset?.path).toBe(`/api/v1/resetpassword/${userId}/{reset_token}`);
    expect(JSON.stringify(await accesses({}))).not.toContain(token);
    expect((await cairn.inside.holding(token)).filter((name) => name.includes('journal'))).toEqual([]);
  });

  it('an error is resolved by an administrator, and comes back when it happens again', async () => {
    const at = new Date().toISOString();
    const error = { id: randomUUID(), created_at: at, updated_at: at, name: 'TypeError', description: 'a' };
    const about = { resolved: false, user_id: '', entity: `e-${randomUUID()}`, entity_id: '', count: 3 };
    await cairn.inside.countError({ ...error, ...about });
    const listed = async (query: Filter) =>
      (await admin!.client.call('listErrors', { query: { entity: about.entity, ...query } })).body;
    const open = () => listed({ resolved: 'false' });
    expect(await until(open, ({ length }) => length > 0)).toEqual([{ ...error, ...about }]);
    const body = { id: error.id, resolved: true };
    const { body: resolved } = await admin!.client.call('updateErrors', { body });
    expect(resolved).toMatchObject({ id: error.id, resolved: true, count: 3 });
    expect((await admin!.client.call('updateErrors', { body })).body).toEqual(resolved);
    expect(await open()).toEqual([]);
    expect(await listed({ resolved: 'true' })).toEqual([resolved]);
    const [last] = (await cairn.inside.events())
      .filter(({ stream }) => stream === `errorLog-${error.id}`)
      .slice(-1);
    expect(JSON.parse(last!.data)).toEqual({ id: error.id, user_id: admin!.id, count: 3 });
    await cairn.inside.countError({ ...error, ...about, count: 4, updated_at: new Date().toISOString() });
    expect(await until(open, ({ length }) => length > 0)).toMatchObject([{ id: error.id, count: 4 }]);
    await admin!.client.call('updateErrors', { body });
    await admin!.client.call('updateErrors', { body: { ...body, resolved: false } });
    expect(await open()).toHaveLength(1);
    const unknown = await admin!.client.try('updateErrors', { body: { id: randomUUID(), resolved: true } });
    expect(unknown.status).toBe(404);
  });

  it('what somebody reports of an inference is an error, and again when it is reported again', async () => {
    const { body: model } = await eve!.client.call('createModel', { body: { name: 'Birds' } });
    await eve!.client.call('createModelVersion', { params: { model_id: model.id }, body: { name: '1' } });
    const entity_id = await makeInference(eve!.client, model.id);
    const reported = (error_reported: boolean) =>
      eve!.client.call('updateInference', { params: { inference_id: entity_id }, body: { error_reported } });
    const open = async () =>
      (await admin!.client.call('listErrors', { query: { entity_id, resolved: false } })).body;
    const isThere = ({ length }: readonly unknown[]) => length > 0;
    await reported(true);
    const [error] = await until(open, isThere);
    expect(error).toMatchObject({
      name: 'inference_reported',
      entity: 'inference',
      user_id: eve!.id,
      count: 1,
    });
    await admin!.client.call('updateErrors', { body: { id: error!.id, resolved: true } });
    expect(await open()).toEqual([]);
    await reported(false);
    await reported(true);
    expect(await until(open, isThere)).toMatchObject([{ id: error!.id, count: 2 }]);
  });

  it('a person takes what the journal has of them, and it forgets who was erased (S38)', async () => {
    const mary = await somebody(cairn, 'mary');
    await joinFirm(cairn, firm, ada!, mary);
    await until(
      () => accesses({ user_id: mary.id }),
      (entries) => entries.some(({ route }) => route.endsWith('/accept')),
    );
    const answer = await mary.client.send({ method: 'GET', path: '/api/v1/me/export' });
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    const own = JSON.parse(String(files.get('accesses.json'))) as readonly { readonly user_id: string }[];
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ user_id }) => user_id === mary.id)).toBe(true);
    await mary.client.call('deleteMe');
    await until(
      () => accesses({ user_id: mary.id }),
      (entries) => entries.length === 0,
    );
    const acts = (await audit(ada!, firm)).filter(({ user_id }) => user_id === '');
    for (const act of acts) expect(act).toMatchObject({ ip: '', user_agent: '' });
  });
});
