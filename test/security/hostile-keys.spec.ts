/** S36: what a client sends as a key, a filter or a cursor is compared, never interpreted. */
import type { Operation } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { answerOf, type ReadAnswer } from '../support/answers.js';
import { forgedCursor, hostileTexts, isSendable } from '../support/hostile.js';
import { every, named } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, parameterNames, requestIn, type World } from '../support/world.js';

type Query = Record<string, string>;
type Row = Readonly<Record<string, unknown>>;

const lists = every(({ list }) => list !== undefined);
const nameable = hostileTexts.filter((text) => isSendable(text) && !text.includes('\0') && text.length < 200);

const pathTexts = hostileTexts.filter((each, at) => at % 3 === 0 && isSendable(each) && each !== '..');

/** So many requests at once. */
const AT_ONCE = 6;

const inTurns = async <Each>(all: readonly Each[], ask: (each: Each) => Promise<void>): Promise<void> => {
  for (let from = 0; from < all.length; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map(ask));
};

describe.each(topologies)('S36 hostile texts on $name', (topology) => {
  /** Every text for every operation on one machine; on the cluster each operation gets some, another some than the one before. */
  const every6th = topology.name === 'cluster' ? 6 : 1;
  let turn = 0;
  const some = <Each>(all: readonly Each[]): readonly Each[] => {
    turn += 1;
    return all.filter((_, index) => (index + turn) % every6th === 0);
  };
  let cairn: SharedCairn;
  let ada: Person;
  let eve: Person;
  let world: World;
  let admin: Client;
  beforeAll(async () => {
    cairn = await topology.shared();
    [ada, eve] = [await somebody(cairn), await somebody(cairn, 'eve')];
    world = await makeWorld(ada);
    await makeWorld(eve);
    admin = (await administrator(cairn)).client;
  }, 60_000);
  afterAll(() => cairn.leave());

  const clientFor = ({ access }: Operation): Client => (access === 'administrator' ? admin : ada.client);
  const ask = (operation: Operation, query: Query): Promise<ReadAnswer> =>
    answerOf(clientFor(operation), { ...requestIn(world, operation), query });
  const isHers = ({ user_id: owner, public: isPublic }: Row): boolean =>
    // Nobody has accepted a share whose user is empty: it is told to who shares.
    owner === undefined || owner === '' || owner === ada.id || isPublic === true;

  /** Refused, or answered with rows that the caller may see: administrators see those of all. */
  const expectHarmless = ({ access }: Operation, told: string, { status, text }: ReadAnswer): void => {
    expect([told, status < 500]).toEqual([told, true]);
    if (status === 200 && access !== 'administrator')
      expect((JSON.parse(text) as readonly Row[]).every(isHers)).toBe(true);
  };

  /** The administrator's list of projections is nobody's. */
  const orders = lists.flatMap((operation) =>
    (operation.list?.sort ?? []).map(
      (sort) => [`${operation.method} ${operation.path} by ${sort}`, operation, sort] as const,
    ),
  );
  it.each(orders)(
    'in cursors of %s are places in the list and no more',
    async (_, operation, sort) => {
      const values: readonly unknown[] = [null, true, 0, -1, 1e308, ...hostileTexts];
      await inTurns(some([...values.entries()]), async ([index, value]) => {
        const order = index % 2 === 0 ? sort : `-${sort}`;
        const id = index % 3 === 0 ? hostileTexts[index % hostileTexts.length] : world.item;
        const cursor = forgedCursor(operation.id, order, value, id);
        expectHarmless(operation, JSON.stringify(value), await ask(operation, { cursor, sort: order }));
      });
    },
    120_000,
  );

  it.each(named(lists))(
    'in filters of %s are literal',
    async (_, operation) => {
      for (const name of Object.keys(operation.list?.filters ?? {}))
        await inTurns(some(hostileTexts.filter(isSendable)), async (text) =>
          expectHarmless(operation, `${name}=${text.slice(0, 50)}`, await ask(operation, { [name]: text })),
        );
    },
    120_000,
  );

  it('as names are found as they are, and only by their owner', async () => {
    for (const name of nameable) {
      await ada.client.call('createDataset', { body: { name } });
      const mine = await ada.client.call('listDatasets', { query: { name } });
      expect(mine.body.map((dataset) => [dataset.name, dataset.user_id])).toEqual([[name, ada.id]]);
    }
    for (const name of nameable)
      expect((await eve.client.call('listDatasets', { query: { name } })).body).toEqual([]);
  }, 120_000);

  it('as keys of attributes come back as they were sent, or are refused', async () => {
    const params = { dataset_id: world.dataset, version_id: world.version };
    await inTurns(some(hostileTexts.filter(isSendable)), async (key) => {
      const attributes = JSON.parse(`{${JSON.stringify(key)}:1}`) as Record<string, number>;
      const made = await ada.client.try('createDatasetItem', { params, body: { name: 'keys', attributes } });
      expect([key.slice(0, 50), made.status < 500]).toEqual([key.slice(0, 50), true]);
      if (made.status === 201) expect(made.body).toMatchObject({ attributes: { [key]: 1 } });
    });
  }, 120_000);

  it.each(named(every(({ method, path }) => method === 'GET' && path.includes('{'))))(
    'in the path of %s find nothing',
    async (_, operation) => {
      for (const name of parameterNames(operation))
        await inTurns(some(pathTexts), async (text) => {
          const { params, ...request } = requestIn(world, operation);
          const told = await answerOf(clientFor(operation), {
            ...request,
            params: { ...params, [name]: text },
          });
          expect([text.slice(0, 50), told.status >= 400 && told.status < 500]).toEqual([
            text.slice(0, 50),
            true,
          ]);
        });
    },
    120_000,
  );

  it('name no stream by what every object inherits', async () => {
    for (const category of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf']) {
      const told = await answerOf(ada.client, {
        method: 'GET',
        path: '/api/v1/events/{event_id}/data',
        params: { event_id: world.item },
        query: { subject: `${category}-${world.dataset}`, sequence: '0' },
      });
      expect([category, told.status]).toEqual([category, 404]);
    }
  });
});
