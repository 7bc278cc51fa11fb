import { assets, type Operation, takesRevision } from '@cairn/contracts';
import { changeAssets } from '../support/assets.js';
import { answerOf, codeIn, jsonIn, type ReadAnswer, withoutJobs } from '../support/answers.js';
import { AT_ONCE } from '../support/cells.js';
import { checkedClient } from '../support/contract.js';
import { every, everyOperation, listsAssets, listsRecords, sentTo } from '../support/operations.js';
import { administrator, somebody } from '../support/people.js';
import { changeRecords } from '../support/records.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { changeVersions } from '../support/versions.js';
import { askerOf, makeWorld, requestIn, type World } from '../support/world.js';

const travelled = every(({ timeTravel }) => timeTravel === true);
const single = travelled.filter(({ list, etag }) => list === undefined && etag === true);
const lists = travelled.filter(({ list }) => list !== undefined);

describe.each(topologies)('the past on $name', (topology) => {
  let cairn: SharedCairn;
  let world: World;
  let before: string;
  let after: string;

  /** The moment of the server's last write, so that its clock alone counts. */
  const momentOf = async (): Promise<string> => {
    const { body } = await world.person.client.call('createAPIKey', {
      body: { name: 'a moment', scopes: ['me:read'] },
    });
    const key = await world.person.client.call('getAPIKey', { params: { id: body.id } });
    return key.body.created_at;
  };

  beforeAll(async () => {
    cairn = await topology.shared();
    const person = await somebody(cairn);
    before = (await person.client.call('getMe')).body.created_at;
    world = await makeWorld(person, 'private', await administrator(cairn));
    after = await momentOf();
  });
  afterAll(() => cairn.leave());

  const ask = (operation: (typeof travelled)[number], query: Record<string, string | number>) =>
    answerOf(checkedClient(cairn.baseUrl, askerOf(world, operation).token), {
      ...requestIn(world, operation),
      query,
    });

  /** Others have public assets, and make records meanwhile. */
  const isOfAll = (operation: Operation): boolean =>
    listsRecords(operation) || listsAssets(operation) || operation.id === 'listApplications';
  const own = (operation: Operation, { status, text }: ReadAnswer): unknown => {
    const told = JSON.parse(text) as unknown;
    if (!isOfAll(operation) || status !== 200) return told;
    return (told as readonly { readonly id: string; readonly user_id?: string }[]).filter(
      ({ id, user_id }) => user_id === world.person.id || Object.values(world.records).includes(id),
    );
  };

  it('as of now is what is there', () =>
    everyOperation(travelled, async (operation) => {
      const now = await ask(operation, {});
      const then = await ask(operation, { as_of: after });
      expect([codeIn(then), own(operation, then)]).toEqual(['200', withoutJobs(own(operation, now))]);
    }));

  it('before the creation there was nothing', () =>
    everyOperation(travelled, async (operation) => {
      for (const as_of of [before, '1970-01-01T00:00:00Z']) {
        const answer = await ask(operation, { as_of });
        if (isOfAll(operation)) expect([codeIn(answer), own(operation, answer)]).toEqual(['200', []]);
        else expect(codeIn(answer)).toBe('not_found');
      }
    }));

  it('the future and what is no time are refused', () => {
    const noTimes = sentTo(travelled, [
      'yesterday',
      '2026-13-01T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '1700000000',
      '2026-01-01',
      '',
    ]);
    const check = async (operation: Operation, turn: number): Promise<void> => {
      expect(codeIn(await ask(operation, { as_of: '2999-01-01T00:00:00Z' }))).toBe('in_future');
      for (const as_of of noTimes(operation, turn))
        expect([as_of, codeIn(await ask(operation, { as_of }))]).toEqual([as_of, 'invalid_parameter']);
    };
    return everyOperation(travelled, check);
  });

  const narrowed = lists.filter(({ list }) => list?.pastFilters !== true);
  const narrowing = narrowed.filter(({ list }) => Object.keys(list?.filters ?? {}).length > 0);
  it('the past takes no filters', () =>
    everyOperation(narrowing, async (operation) => {
      const [name = ''] = Object.keys(operation.list?.filters ?? {});
      const values: Record<string, string> = {
        from: before,
        to: after,
        visibility: 'public',
        public: 'true',
        shared_with_me: 'true',
        disabled: 'true',
      };
      const value = values[name] ?? (name.endsWith('_id') ? world.user : 'x');
      expect(codeIn(await ask(operation, { as_of: after, [name]: value }))).toBe('as_of_with_filter');
      if (takesRevision(operation)) return;
      expect(codeIn(await ask(operation, { revision: 0 }))).toBe('unknown_parameter');
    }));

  it.each(['listDatasetVersions', 'listDatasetItems', ...assets.map(({ operations }) => operations.list.id)])(
    '%s: the past is sorted by what never changes',
    async (id) => {
      const operation = lists.find((list) => list.id === id)!;
      for (const sort of ['name', '-name', 'updated_at', '-updated_at'])
        expect(codeIn(await ask(operation, { as_of: after, sort }))).toBe('as_of_with_filter');
      for (const sort of ['created_at', '-created_at'])
        expect((await ask(operation, { as_of: after, sort })).status).toBe(200);
    },
  );

  it('the past ends where it is asked for', async () => {
    const histories = lists.filter(({ path }) => path.endsWith('/history'));
    const { client } = world.person;
    const params = { dataset_id: world.dataset, version_id: world.version };
    const body = { name: 'later' };
    const told = async (operation: Operation) =>
      JSON.parse((await ask(operation, {})).text) as readonly { at: string }[];
    const known = new Map<string, readonly { at: string }[]>();
    for (const operation of histories) known.set(operation.id, await told(operation));
    const as_of = await momentOf();
    await changeAssets(world.person, world, body);
    const ofDataset = { dataset_id: world.dataset };
    await changeVersions(world.person, world, body);
    await client.call('updateDatasetItem', { params: { ...params, id: world.item }, body });
    const ofPostProcessor = { ...ofDataset, id: world.postProcessor };
    await client.call('updateDatasetPostProcessor', { params: ofPostProcessor, body });
    await changeRecords(world, `later ${world.user}`);
    for (const kind of ['Organization', 'Team', 'Project', 'Role'] as const) {
      const id = world[kind.toLowerCase() as Lowercase<typeof kind>];
      await client.call(`update${kind}`, { params: { id }, body });
    }
    await everyOperation(histories, async (operation) => {
      const before = known.get(operation.id)!;
      expect((await told(operation)).length).toBeGreaterThan(before.length);
      const then = await ask(operation, { as_of });
      expect(JSON.parse(then.text)).toEqual(before);
      expect(then.headers.get('x-total-count')).toBe(String(before.length));
    });
  });

  it('revisions count from 0 to the last', () =>
    everyOperation(
      single,
      async (operation) => {
        const now = await ask(operation, {});
        const last = Number(/^"(\d+)\./.exec(now.headers.get('etag') ?? '')?.[1]);
        const told = await ask(operation, { revision: last });
        expect([told.status, jsonIn(told)['id']]).toEqual([200, jsonIn(now)['id']]);
        expect((await ask(operation, { revision: 0 })).status).toBe(200);
        expect(codeIn(await ask(operation, { revision: last + 1 }))).toBe('in_future');
        for (const revision of ['-1', 'x', '1.5', ''])
          expect(codeIn(await ask(operation, { revision }))).toBe('invalid_parameter');
        expect(codeIn(await ask(operation, { revision: 0, as_of: after }))).toBe('invalid_parameter');
      },
      { atOnce: AT_ONCE },
    ));

  it('an item is read as it was at each revision and moment, deleted or not', async () => {
    const { client } = world.person;
    const params = { dataset_id: world.dataset, version_id: world.version };
    const { body: item } = await client.call('createDatasetItem', {
      params,
      body: { name: 'zero', text: 'text 0' },
    });
    const at = { ...params, id: item.id };
    const moments = [item.created_at];
    for (const name of ['one', 'two', 'three'])
      moments.push((await client.call('updateDatasetItem', { params: at, body: { name } })).body.updated_at);
    await client.call('deleteDatasetItem', { params: at });
    const nameAt = async (query: Record<string, string | number>) =>
      (await client.call('getDatasetItem', { params: at, query })).body.name;
    const names = ['zero', 'one', 'two', 'three'];
    for (const [revision, name] of names.entries()) {
      expect(await nameAt({ revision })).toBe(name);
      const moment = moments[revision] ?? '';
      if (moment !== moments[revision + 1]) expect(await nameAt({ as_of: moment })).toBe(name);
    }
    expect((await client.try('getDatasetItem', { params: at })).status).toBe(404);
    expect((await client.try('getDatasetItem', { params: at, query: { revision: 4 } })).status).toBe(404);
    const list = await client.call('listDatasetItems', { params, query: { as_of: moments[3] } });
    expect(list.body.map(({ id }) => id)).toContain(item.id);
    const today = await client.call('listDatasetItems', { params });
    expect(today.body.map(({ id }) => id)).not.toContain(item.id);
  });

  it('the past and the history of what stands in a deleted dataset agree', async () => {
    const { client } = world.person;
    const other = await somebody(cairn);
    const { body: dataset } = await client.call('createDataset', { body: { name: 'to go' } });
    const within = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
    const { body: item } = await client.call('createDatasetItem', { params: within, body: { text: 'a' } });
    const params = { ...within, id: item.id };
    const version = { dataset_id: dataset.id, id: within.version_id };
    const asked = async ({ client: by }: Pick<typeof other, 'client'>) => [
      (await by.try('getDatasetItem', { params, query: { as_of: item.created_at } })).status,
      (await by.try('getDatasetItem', { params, query: { revision: 0 } })).status,
      (await by.try('listDatasetItemHistory', { params })).status,
      (await by.try('listDatasetItemHistory', { params, query: { as_of: item.created_at } })).status,
      (await by.try('listDatasetVersionHistory', { params: version })).status,
      (await by.try('listDatasetHistory', { params: { id: dataset.id } })).status,
    ];
    const now = async () => (await client.try('getDatasetItem', { params })).status;
    await client.call('deleteDataset', { params: { id: dataset.id } });
    expect([await now(), await asked(world.person), await asked(other)]).toEqual([
      404,
      Array(6).fill(200),
      Array(6).fill(404),
    ]);
    await client.call('restoreDataset', { params: { id: dataset.id } });
    expect([await now(), await asked(world.person)]).toEqual([200, Array(6).fill(200)]);
  });

  it('the past and the history of what stands in a deleted version or model agree', async () => {
    const { client } = world.person;
    const { body: dataset } = await client.call('createDataset', { body: { name: 'stays' } });
    const { body: version } = await client.call('createDatasetVersion', {
      params: { dataset_id: dataset.id },
      body: { name: 'goes' },
    });
    const within = { dataset_id: dataset.id, version_id: version.id };
    const { body: item } = await client.call('createDatasetItem', { params: within, body: { text: 'a' } });
    await client.call('deleteDatasetVersion', { params: { dataset_id: dataset.id, id: version.id } });
    const params = { ...within, id: item.id };
    expect((await client.try('getDatasetItem', { params, query: { revision: 0 } })).status).toBe(200);
    expect((await client.try('listDatasetItemHistory', { params })).status).toBe(200);

    const { body: model } = await client.call('createModel', { body: { name: 'goes' } });
    const { body: first } = await client.call('createModelVersion', { params: { model_id: model.id } });
    await client.call('deleteModel', { params: { id: model.id } });
    const made = { model_id: model.id, id: first.id };
    expect((await client.try('getModelVersion', { params: made, query: { revision: 0 } })).status).toBe(200);
    expect((await client.try('listModelVersionHistory', { params: made })).status).toBe(200);
  });

  it('the history tells what people changed, whatever they called it', async () => {
    const { client } = world.person;
    const params = { dataset_id: world.dataset, version_id: world.version };
    const attributes = { revision: 'a', words: 'a', updated_at: 'a', readers: 'a', label_ids: 'a' };
    const { body: item } = await client.call('createDatasetItem', {
      params,
      body: { text: 'a', attributes },
    });
    const changed = Object.fromEntries(Object.keys(attributes).map((name) => [name, 'b']));
    const path = { ...params, id: item.id };
    await client.call('updateDatasetItem', { params: path, body: { attributes: changed } });
    const { body: history } = await client.call('listDatasetItemHistory', { params: path });
    const update = history.find(({ type }) => type.includes('updated'));
    expect(update?.changes.map(({ path: at, before, after }) => [at, before, after]).sort()).toEqual(
      Object.keys(attributes)
        .map((name) => [`/attributes/${name}`, 'a', 'b'])
        .sort(),
    );
  });

  it('the history tells each event once, and revert brings back what was', async () => {
    const { client, id: owner } = world.person;
    const params = { id: world.dataset };
    await client.call('updateDataset', { params, body: { description: 'before' } });
    const { headers } = await client.call('updateDataset', { params, body: { description: 'after' } });
    const revision = Number(headers.get('x-revision'));
    const { body: history } = await client.call('listDatasetHistory', { params });
    expect(history.map((entry) => entry.revision)).toEqual(history.map((_, index) => index));
    expect(history.at(-1)).toMatchObject({
      revision,
      actor: { kind: 'user', id: owner },
      changes: [{ path: '/description', before: 'before', after: 'after' }],
    });
    const reverted = await client.call('revertDataset', { params, body: { revision } });
    expect(reverted.body.description).toBe('before');
    const later = Number(reverted.headers.get('x-revision'));
    const { body: problem } = await client.try('revertDataset', { params, body: { revision } });
    expect(problem).toMatchObject({ errors: [{ pointer: '/description', revision: later }] });
    for (const body of [{ revision: 0 }, { revision }]) {
      const again = await client.try('revertDataset', { params, body });
      expect(again).toMatchObject({ status: 409, body: { code: 'not_revertible' } });
    }
    expect((await client.try('revertDataset', { params, body: { revision: 999 } })).status).toBe(422);
  });

  it('the past needs today’s right', async () => {
    const params = { id: world.dataset };
    const { client } = world.person;
    const { body } = await client.call('updateDataset', { params, body: { public: true } });
    await client.call('updateDataset', { params, body: { public: false } });
    const stranger = (await somebody(cairn, 'eve')).client;
    for (const query of [{ as_of: body.updated_at }, { revision: 0 }])
      expect((await stranger.try('getDataset', { params, query })).status).toBe(404);
  });
});
