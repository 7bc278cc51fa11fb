import type { PlainRequest } from '@cairn/client';
import { answerOf, codeIn, problemIn } from '../support/answers.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('S47 quotas that administrators set on $name', (topology) => {
  let cairn: RunningCairn;
  let root: Person;
  let ada: Person;
  let firm: string;
  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_MAX_DATASETS: '5', CAIRN_MAX_ITEMS: '20' });
    root = await administrator(cairn);
  });
  afterAll(() => cairn.remove());
  beforeEach(async () => {
    ada = await somebody(cairn);
    firm = await foundFirm(ada);
  });
  afterEach(() => set({ accounts: { items: 20 }, plans: { free: {} }, overrides: [] }));

  const set = (body: object) => root.client.call('updateQuotas', { body });
  /** Makes a dataset, in an organization or not; answers its id. */
  const makeDataset = async ({ client }: Person, organization_id?: string): Promise<string> => {
    const where = organization_id === undefined ? {} : { organization_id };
    return (await client.call('createDataset', { body: { name: 'filling', ...where } })).body.id;
  };
  const makeItem = async ({ client }: Person, dataset: string): Promise<string> => {
    const { body } = await client.call('getDataset', { params: { id: dataset } });
    const path = `/api/v1/datasets/${dataset}/versions/${body.active_version_id}/items`;
    return codeIn(await answerOf(client, { method: 'POST', path, body: { text: 'x' } }));
  };
  const ofMe = async ({ client }: Person) => (await client.call('getMyUsage')).body;
  const ofFirm = async ({ client }: Person) =>
    (await client.call('getOrganizationUsage', { params: { id: firm } })).body;
  const moved = (dataset: string, organization_id: string | null): PlainRequest => ({
    method: 'PUT',
    path: `/api/v1/datasets/${dataset}`,
    body: { organization_id },
  });
  const code = async ({ client }: Person, sent: PlainRequest) => codeIn(await answerOf(client, sent));

  it('an override gives an account other bounds at once, and the rest stays', async () => {
    const { body } = await set({ overrides: [{ user_id: ada.id, items: 1 }] });
    expect(body).toMatchObject({
      accounts: { items: 20, datasets: 5 },
      overrides: [{ user_id: ada.id, items: 1 }],
      updated_by: root.id,
    });
    const dataset = await makeDataset(ada);
    await until(async () => (await ofMe(ada)).items.limit === 1);
    expect(await makeItem(ada, dataset)).toBe('201');
    expect(await settled(() => makeItem(ada, dataset))).toBe('quota_reached');
    expect(await ofMe(ada)).toMatchObject({ items: { used: 1, limit: 1 }, datasets: { used: 1, limit: 5 } });
    await set({ overrides: [], accounts: { items: 0 } });
    await until(async () => (await ofMe(ada)).items.limit === undefined);
    expect(await settled(() => makeItem(ada, dataset))).toBe('201');
  }, 60_000);

  it('what is in an organization counts for that where its plan has a quota, else for the owner', async () => {
    const dataset = await makeDataset(ada, firm);
    expect(await makeItem(ada, dataset)).toBe('201');
    expect((await ofMe(ada)).items.used).toBe(1);
    expect((await ofFirm(ada)).items).toEqual({ used: 1 });
    await set({ plans: { free: { items: 2 } } });
    await until(async () => (await ofFirm(ada)).items.limit === 2);
    expect(await ofFirm(ada)).toMatchObject({
      items: { used: 1, limit: 2 },
      datasets: { used: 1, limit: 5 },
    });
    expect(await ofMe(ada)).toMatchObject({ items: { used: 0 }, datasets: { used: 0 } });
    const grace = await somebody(cairn, 'grace');
    await joinFirm(cairn, firm, ada, grace);
    const hers = await makeDataset(grace, firm);
    expect(await makeItem(grace, hers)).toBe('201');
    const refused = await settled(() => makeItem(ada, dataset));
    expect(refused).toBe('quota_reached');
    const answer = await answerOf(grace.client, {
      method: 'POST',
      path: '/api/v1/datasets',
      body: { name: 'still', organization_id: firm },
    });
    expect(answer.status).toBe(201);
    await set({ overrides: [{ organization_id: firm, items: 3 }] });
    await until(async () => (await ofFirm(ada)).items.limit === 3);
    expect(await settled(() => makeItem(ada, dataset))).toBe('201');
  }, 60_000);

  it('what moves takes its usage along, and needs the room where it comes to', async () => {
    await set({ plans: { free: { items: 1 } } });
    await settled(async () => (await until(async () => (await ofFirm(ada)).items.limit === 1), ''));
    const [one, two] = [await makeDataset(ada), await makeDataset(ada)];
    for (const dataset of [one, two]) expect(await makeItem(ada, dataset)).toBe('201');
    expect(await code(ada, moved(one, firm))).toBe('200');
    expect(await ofFirm(ada)).toMatchObject({ items: { used: 1 }, datasets: { used: 1 } });
    expect(await ofMe(ada)).toMatchObject({ items: { used: 1 }, datasets: { used: 1 } });
    const refused = await answerOf(ada.client, moved(two, firm));
    expect(problemIn(refused)).toMatchObject({
      status: 507,
      code: 'quota_reached',
      detail: 'The organization of the dataset has used 1 of 1 items.',
      errors: [{ code: 'items' }],
    });
    expect(await code(ada, moved(one, null))).toBe('200');
    expect((await ofFirm(ada)).items.used).toBe(0);
    expect((await ofMe(ada)).items.used).toBe(2);
    const transfer = { method: 'POST', path: `/api/v1/datasets/${two}/transfer` } as const;
    const grace = await somebody(cairn, 'grace');
    await joinFirm(cairn, firm, ada, grace);
    expect(await code(ada, { ...transfer, body: { user_id: ada.id, organization_id: firm } })).toBe('200');
    expect((await ofFirm(ada)).items.used).toBe(1);
    expect((await ofMe(ada)).items.used).toBe(1);
  }, 60_000);

  it('what an organization uses is for its administrators, and for those of the system', async () => {
    const [grace, eve] = [await somebody(cairn, 'grace'), await somebody(cairn, 'eve')];
    await joinFirm(cairn, firm, ada, grace);
    const read: PlainRequest = { method: 'GET', path: `/api/v1/organizations/${firm}/usage` };
    expect(await code(ada, read)).toBe('200');
    expect(await code(root, read)).toBe('200');
    expect(await code(grace, read)).toBe('forbidden');
    expect(await code(eve, read)).toBe('not_found');
  });

  it('S22: what cannot be meant is refused, and pointed to', async () => {
    const wrong = async (overrides: object[]) =>
      problemIn(
        await answerOf(root.client, { method: 'PUT', path: '/admin/settings/quotas', body: { overrides } }),
      );
    expect(await wrong([{ items: 1 }])).toMatchObject({ status: 422, errors: [{ pointer: '/overrides/0' }] });
    expect(await wrong([{ user_id: ada.id }, { user_id: ada.id }])).toMatchObject({
      errors: [{ pointer: '/overrides/1', code: 'duplicate' }],
    });
  });
});

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 30_000;
  while (!(await holds())) if (Date.now() > end) throw new Error('it does not come into force');
};

/** What is answered once no process believes any more what it knew before: that is half a second old at most. */
const settled = async (ask: () => Promise<string>): Promise<string> => {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return ask();
};
