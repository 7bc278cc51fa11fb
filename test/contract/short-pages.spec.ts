import { somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const ITEMS = 60;

/** Where a request may read little of the past: pages are short, and together they are the list. */
describe.each(topologies)('short pages of the past on $name', (topology) => {
  let cairn: SharedCairn;

  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_PAST_EVENTS: '100', CAIRN_MAX_HEAVY_READS: '4' });
  });
  afterAll(() => cairn.leave());

  it('lead through all of a list as of a time, and tell what was counted', async () => {
    const { client } = await somebody(cairn);
    const { body: dataset } = await client.call('createDataset', { body: { name: 'past' } });
    const params = { dataset_id: dataset.id, version_id: dataset.active_version_id! };
    const create = Array.from({ length: ITEMS }, (_, n) => ({ text: `then ${n}` }));
    await client.call('bulkDatasetItems', { params, body: { create } });
    const { body: then } = await client.call('listDatasetItems', { params });
    const last = { ...params, id: then.at(-1)!.id };
    const { body: marked } = await client.call('updateDatasetItem', { params: last, body: { name: 'b' } });
    for (const text of ['one', 'two'])
      await client.call('bulkDatasetItems', {
        params,
        body: { update: then.map(({ id }) => ({ id, text })) },
      });
    const told: (readonly [string, string])[] = [];
    const pages: number[] = [];
    for await (const { body, headers } of client.pages('listDatasetItems', {
      params,
      query: { as_of: marked.updated_at },
    })) {
      told.push(...body.map(({ id, text }) => [id, text] as const));
      pages.push(body.length);
      if (headers.get('link') !== null) expect(headers.get('x-total-count-exact')).toBe('false');
      expect(Number(headers.get('x-total-count'))).toBeLessThanOrEqual(ITEMS);
    }
    expect(told).toEqual(then.map(({ id, text }) => [id, text]));
    expect(pages.length).toBeGreaterThan(1);
    const place = ['listDatasetItems created_at', null, 'sealed.AAAA'];
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    const forged = await client.try('listDatasetItems', {
      params,
      query: { as_of: marked.updated_at, sort: 'created_at', cursor },
    });
    expect([forged.status, forged.body]).toMatchObject([400, { code: 'invalid_parameter' }]);
  });

  it('are the newest of a history first, however long it is', async () => {
    const { client } = await somebody(cairn);
    const { body: dataset } = await client.call('createDataset', { body: { name: 'name 0' } });
    const params = { id: dataset.id };
    for (let n = 1; n <= 150; n += 1)
      await client.call('updateDataset', { params, body: { name: `name ${n}` } });
    const newest = await client.call('listDatasetHistory', {
      params,
      query: { limit: 1, sort: '-revision' },
    });
    expect(newest.body[0]?.changes).toContainEqual({ path: '/name', before: 'name 149', after: 'name 150' });
    const names: unknown[] = [];
    for await (const { body } of client.pages('listDatasetHistory', { params, query: { limit: 40 } }))
      names.push(...body.flatMap(({ changes }) => changes.filter(({ path }) => path === '/name')));
    expect(names.map((change) => (change as { readonly after: string }).after)).toEqual(
      Array.from({ length: 151 }, (_, n) => `name ${n}`),
    );
  });
});
