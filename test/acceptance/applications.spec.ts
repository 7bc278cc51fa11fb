/** An administrator sees who has models of an application: models know how many, identity who that is. */
import { randomUUID } from 'node:crypto';
import type { AdminApplicationDetail } from '@cairn/contracts';
import { administrator, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('who has models of an application on $name', (topology) => {
  let cairn: SharedCairn;
  let root: Person;
  let ada: Person;
  let grace: Person;
  let id: string;
  let before: string;
  beforeAll(async () => {
    cairn = await topology.shared();
    root = await administrator(cairn);
    [ada, grace] = await Promise.all([somebody(cairn, 'ada'), somebody(cairn, 'grace')]);
    const { body } = await root.client.call('createApplication', {
      body: { name: `taggers ${randomUUID()}` },
    });
    id = body.id;
    before = body.updated_at;
    for (const { client } of [ada, grace, grace])
      await client.call('createModel', { body: { name: 'tagger', application_id: id } });
  });
  afterAll(() => cairn.leave());

  const application = async (query = {}): Promise<AdminApplicationDetail> =>
    (await root.client.call('getApplication', { params: { id }, query })).body;
  const counts = ({ user_info }: AdminApplicationDetail) =>
    user_info.map(({ id: user, count }) => [user, count]);

  it('is told with what administrators see of people, those with the most first', async () => {
    const { user_info } = await application();
    expect(user_info).toMatchObject([
      { id: grace.id, username: grace.username, email: grace.email, is_system_admin: false, count: 2 },
      { id: ada.id, username: ada.username, email: ada.email, disabled: false, count: 1 },
    ]);
    expect(user_info[0]?.last_login).toEqual(expect.any(String));
    expect(Object.keys(user_info[0] ?? {})).not.toContain('hashed_password');
  });

  it('is who has some today, whatever moment is read', async () => {
    await root.client.call('updateApplication', { body: { id, disabled: true } });
    const [then, first] = [await application({ as_of: before }), await application({ revision: '0' })];
    expect([then.disabled, first.disabled]).toEqual([false, false]);
    expect(counts(then)).toEqual([
      [grace.id, 2],
      [ada.id, 1],
    ]);
    expect(counts(first)).toEqual(counts(then));
  });

  it('is not told to others, and of nobody who is erased', async () => {
    expect((await ada.client.try('getApplication', { params: { id } })).status).toBe(403);
    await grace.client.call('deleteMe');
    expect(counts(await application())).toEqual([[ada.id, 1]]);
  });
});
