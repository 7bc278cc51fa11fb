/** Where the history begins that those may read who may only read an asset. */
import type { Client } from '@cairn/client';
import { assets } from '@cairn/contracts';
import { askAsset, changeAssets, idIn } from '../support/assets.js';
import { answerOf, codeIn, type ReadAnswer } from '../support/answers.js';
import { AT_ONCE } from '../support/cells.js';
import { checkedClient } from '../support/contract.js';
import { every, everyOperation, isInAsset } from '../support/operations.js';
import { type Person, somebody } from '../support/people.js';
import { addressOf, firstEventOf } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { changeVersions } from '../support/versions.js';
import { makeWorld, requestIn, type World } from '../support/world.js';

const travelled = every(({ timeTravel }) => timeTravel === true);
/** Who sees a dataset is told to who may share it, and to each about themselves. */
const about = travelled.filter(({ path }) => path.endsWith('/access'));
const underAssets = travelled.filter((operation) => isInAsset(operation) && !about.includes(operation));
const single = underAssets.filter(({ list, etag }) => list === undefined && etag === true);
const histories = underAssets.filter(({ path }) => path.endsWith('/history'));

/** Stands in everything that the owner took away before others could see it. */
const PRIVATE = 'kept-to-myself';
const NOT_YET = '2999-01-01T00:00:00Z';

/** One asset of each kind that had a private past, and was then shown. */
interface Shown {
  readonly world: World;
  /** Deleted before anybody else could see it. */
  readonly deletedItem: string;
  /** While it was private. */
  readonly before: string;
  /** Where the visible history begins. */
  readonly begins: string;
  /** What the answer said. */
  readonly said: string | null;
}

describe.each(topologies)('the visible history on $name', (topology) => {
  let cairn: SharedCairn;
  let owner: Person;
  let ownerClient: Client;
  let stranger: Client;
  let strangerId: string;
  let from: Shown;
  let whole: Shown;

  /** Makes one of each with a private past and shows it with this body. */
  const show = async (body: object): Promise<Shown> => {
    const { client } = owner;
    const world = await makeWorld(owner);
    const params = { dataset_id: world.dataset, version_id: world.version };
    const change = async (text: string) => {
      await changeAssets(owner, world, { notes: text });
      await changeVersions(owner, world, { description: text });
      await client.call('updateDatasetPostProcessor', {
        params: { dataset_id: world.dataset, id: world.postProcessor },
        body: { description: text },
      });
      await client.call('updateLabel', { params: { ...params, id: world.label }, body: { name: text } });
      await client.call('updateDatasetItem', { params: { ...params, id: world.item }, body: { text } });
    };
    await change(PRIVATE);
    const { body: deleted } = await client.call('createDatasetItem', { params, body: { text: PRIVATE } });
    await client.call('deleteDatasetItem', { params: { ...params, id: deleted.id } });
    const canvas = { workflow_id: world.workflow, version_id: world.workflowVersion };
    const node = await client.call('createWorkflowNode', { params: canvas, body: { name: PRIVATE } });
    await client.call('deleteWorkflowNode', { params: { ...canvas, id: node.body.id } });
    await client.call('updateDataset', { params: { id: world.dataset }, body: { name: PRIVATE } });
    await change('clean');
    const answer = await checkedClient(cairn.baseUrl, owner.token).call('updateDataset', {
      params: { id: world.dataset },
      body: { public: true, name: 'clean', ...body },
    });
    const { history_from } = answer.body;
    const shown = {
      public: true,
      name: 'clean',
      ...body,
      ...(history_from === undefined ? {} : { history_from }),
    };
    for (const asset of assets.filter(({ called }) => called !== 'dataset'))
      await askAsset(owner, asset.operations.update, idIn(world, asset), shown);
    await change('changed later');
    return {
      world,
      deletedItem: deleted.id,
      before: deleted.created_at,
      begins: answer.body.history_from ?? '',
      said: answer.headers.get('x-history-visible-from'),
    };
  };

  beforeAll(async () => {
    cairn = await topology.shared();
    owner = await somebody(cairn);
    ownerClient = checkedClient(cairn.baseUrl, owner.token);
    const eve = await somebody(cairn, 'eve');
    stranger = checkedClient(cairn.baseUrl, eve.token);
    strangerId = eve.id;
    from = await show({ history_from: 'now' });
    whole = await show({});
  });
  afterAll(() => cairn.leave());

  type Asked = (typeof travelled)[number];
  const ask = (client: Client, operation: Asked, query: object, { world } = from): Promise<ReadAnswer> =>
    answerOf(client, { ...requestIn(world, operation), query: { ...query } });

  it('the answer that shows a dataset says since when its history is seen', async () => {
    const { body } = await owner.client.call('getDataset', { params: { id: whole.world.dataset } });
    expect([whole.said, whole.begins]).toEqual([body.created_at, '']);
    expect(from.said).toBe(from.begins);
    expect(from.begins).toMatch(/^\d{4}-.*Z$/);
    const quiet = [
      await ownerClient.call('updateDataset', { params: { id: from.world.dataset }, body: { notes: '' } }),
      await ownerClient.call('createDataset', { body: { name: 'mine' } }),
    ];
    for (const { headers } of quiet) expect(headers.get('x-history-visible-from')).toBeNull();
    const open = await ownerClient.call('createDataset', { body: { name: 'open', public: true } });
    expect(open.headers.get('x-history-visible-from')).toBe(open.body.created_at);
  });

  it('what was before is there for its owner alone', () =>
    everyOperation(underAssets, async (operation) => {
      expect(codeIn(await ask(stranger, operation, { as_of: from.before }))).toBe('not_found');
      expect((await ask(ownerClient, operation, { as_of: from.before })).status).toBe(200);
      expect((await ask(stranger, operation, { as_of: whole.before }, whole)).status).toBe(200);
      const begins = await ask(stranger, operation, { as_of: from.begins });
      expect([begins.status, begins.text.includes(PRIVATE)]).toEqual([200, false]);
    }));

  it('what one could see before the history begins is not told', () =>
    everyOperation(about, async (operation) => {
      const own = { user_id: strangerId };
      expect(codeIn(await ask(stranger, operation, { ...own, as_of: from.before }))).toBe('not_found');
      expect((await ask(ownerClient, operation, { ...own, as_of: from.before })).status).toBe(200);
      expect((await ask(stranger, operation, { ...own, as_of: whole.before }, whole)).status).toBe(200);
      expect((await ask(stranger, operation, { ...own, as_of: from.begins })).status).toBe(200);
    }));

  it('no revision of before is told', () =>
    everyOperation(
      single,
      async (operation) => {
        const missing = await ask(stranger, operation, { revision: 0 });
        expect(codeIn(missing)).toBe('not_found');
        expect((await ask(ownerClient, operation, { revision: 0 })).status).toBe(200);
        const now = await ask(stranger, operation, {});
        const last = Number(/^"(\d+)\./.exec(now.headers.get('etag') ?? '')?.[1]);
        for (let revision = last; revision >= 0; revision -= 1) {
          const told = await ask(stranger, operation, { revision });
          expect(told.text).not.toContain(PRIVATE);
        }
        expect((await ask(stranger, operation, { revision: last })).status).toBe(200);
      },
      { atOnce: AT_ONCE },
    ));

  it('a history begins there', () =>
    everyOperation(histories, async (operation) => {
      const entriesFor = async (client: Client, query: object = {}) => {
        const { text, headers } = await ask(client, operation, query);
        const entries = JSON.parse(text) as readonly { readonly at: string }[];
        expect(headers.get('x-total-count')).toBe(String(entries.length));
        return { text, entries };
      };
      const seen = await entriesFor(stranger);
      const all = await entriesFor(ownerClient);
      expect(all.text).toContain(PRIVATE);
      expect(seen.text).not.toContain(PRIVATE);
      expect(seen.text).toContain('changed later');
      expect(seen.entries.length).toBeLessThan(all.entries.length);
      for (const { at } of seen.entries) expect(at >= from.begins).toBe(true);
      const newest = await entriesFor(stranger, { sort: '-revision' });
      expect([...newest.entries].reverse()).toEqual(seen.entries);
      expect((await ask(stranger, operation, {}, whole)).text).toContain(PRIVATE);
    }));

  it('lists of datasets as of a time leave it out before, and do not count it', async () => {
    const listFor = async (client: Client, as_of: string) => {
      const { body, headers } = await client.call('listDatasets', { query: { as_of, limit: 1000 } });
      expect(headers.get('x-total-count')).toBe(String(body.length));
      return body.map(({ id }) => id).includes(from.world.dataset);
    };
    expect(await listFor(stranger, from.before)).toBe(false);
    expect(await listFor(stranger, from.begins)).toBe(true);
    expect(await listFor(ownerClient, from.before)).toBe(true);
  });

  it('the history of what was deleted before is not there', async () => {
    const { dataset, version } = from.world;
    const params = { dataset_id: dataset, version_id: version, id: from.deletedItem };
    const seenBy = async (client: Client) => (await client.try('listDatasetItemHistory', { params })).status;
    expect([await seenBy(stranger), await seenBy(ownerClient)]).toEqual([404, 200]);
  });

  it('the data of events are told from there on', async () => {
    const dataOf = async (client: Client, { world }: Shown) => {
      const event = await firstEventOf(cairn, `datasetItem-${world.item}`);
      const request = { method: 'GET', path: '/api/v1/events/{event_id}/data', ...addressOf(event) } as const;
      return (await answerOf(client, request)).status;
    };
    expect([await dataOf(stranger, from), await dataOf(stranger, whole)]).toEqual([404, 200]);
    expect(await dataOf(ownerClient, from)).toBe(200);
    const last = (await cairn.inside.events()).findLast(
      ({ stream }) => stream === `datasetItem-${from.world.item}`,
    );
    const path = '/api/v1/events/{event_id}/data';
    expect((await answerOf(stranger, { method: 'GET', path, ...addressOf(last!) })).status).toBe(200);
  });

  it('a job that was over before is not told', async () => {
    const asked = async ({ world }: Shown) =>
      (await stranger.try('getJob', { params: { id: world.job } })).status;
    expect([await asked(from), await asked(whole)]).toEqual([404, 200]);
  });

  it('is set to a time, cleared, undone and brought back by who may share', async () => {
    const { world, before } = await show({});
    const params = { id: world.dataset };
    const isSeen = async () =>
      (await stranger.try('getDataset', { params, query: { as_of: before } })).status === 200;
    const set = async (history_from: string | null) =>
      ownerClient.call('updateDataset', { params, body: { history_from } });
    expect(await isSeen()).toBe(true);
    const { body: now } = await ownerClient.call('getDataset', { params });
    const timed = await set(now.updated_at);
    expect(timed.body.history_from).toBe(now.updated_at);
    expect(timed.headers.get('x-history-visible-from')).toBe(now.updated_at);
    expect(await isSeen()).toBe(false);
    const cleared = await set(null);
    expect(cleared.body).not.toHaveProperty('history_from');
    expect(cleared.headers.get('x-history-visible-from')).toBe(now.created_at);
    expect(await isSeen()).toBe(true);
    const revision = Number(cleared.headers.get('x-revision'));
    const reverted = await ownerClient.call('revertDataset', { params, body: { revision } });
    expect(reverted.body.history_from).toBe(now.updated_at);
    expect(reverted.headers.get('x-history-visible-from')).toBe(now.updated_at);
    expect(await isSeen()).toBe(false);
    await ownerClient.call('deleteDataset', { params });
    const restored = await ownerClient.call('restoreDataset', { params });
    expect(restored.headers.get('x-history-visible-from')).toBe(now.updated_at);
    expect(await isSeen()).toBe(false);
    const ancient = await set('1999-12-31T23:00:00-01:00');
    expect(ancient.body.history_from).toBe('2000-01-01T00:00:00.000Z');
    expect(ancient.headers.get('x-history-visible-from')).toBe(now.created_at);
    expect(await isSeen()).toBe(true);
  });

  it('refuses what has not come yet, and what is no time', async () => {
    const params = { id: from.world.dataset };
    const refused = async (history_from: string) => {
      const bodies = [
        await ownerClient.try('updateDataset', { params, body: { history_from } }),
        await ownerClient.try('createDataset', { body: { name: 'x', history_from } }),
      ];
      return bodies.map(({ status, body }) => [status, (body as { readonly code?: string }).code]);
    };
    const twice = (code: string) => [
      [422, code],
      [422, code],
    ];
    expect(await refused(NOT_YET)).toEqual(twice('in_future'));
    for (const time of ['yesterday', '2016-12-31T23:59:60Z', ''])
      expect(await refused(time)).toEqual(twice('invalid_body'));
  });
});
