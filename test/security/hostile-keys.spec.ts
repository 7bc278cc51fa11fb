/** S36: what a client sends as a key, a filter or a cursor is compared, never interpreted. */
import { type Operation, operations, SEEN } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { answerOf, type ReadAnswer } from '../support/answers.js';
import { AT_ONCE, deal, everyCell } from '../support/cells.js';
import { forgedCursor, hostileTexts, isSendable } from '../support/hostile.js';
import { every, isOfHistory } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, parameterNames, requestIn, type World } from '../support/world.js';

type Query = Record<string, string>;
type Row = Readonly<Record<string, unknown>>;

const lists = every(({ list }) => list !== undefined);
const nameable = hostileTexts.filter(
  (text) => isSendable(text) && !text.includes('\0') && SEEN.test(text) && text.length < 200,
);

const pathTexts = hostileTexts.filter((each, at) => at % 3 === 0 && isSendable(each) && each !== '..');

const values: readonly unknown[] = [null, true, 0, -1, 1e308, ...hostileTexts];

/** Where a text can stand: a list has several filters and orders, a path several parameters. */
interface Place {
  readonly operation: Operation;
  readonly part: string;
}
const placesIn = (
  asked: readonly Operation[],
  partsOf: (operation: Operation) => readonly string[],
): readonly Place[] => asked.flatMap((operation) => partsOf(operation).map((part) => ({ operation, part })));

/**
 * Checks every text in some place: the places share them out, each at least four, and those of one operation are asked all.
 */
const inEvery = <Text>(
  places: readonly Place[],
  deep: Operation,
  texts: readonly Text[],
  check: (place: Place, text: Text, index: number) => Promise<void>,
): Promise<void> => {
  const indexes = [...texts.keys()];
  const some = deal(indexes, places.length, 4);
  const nameOf = ({ place, index }: (typeof cells)[number]): string =>
    `${place.operation.id} ${place.part} ${told(texts[index])}`;
  const cells = places.flatMap((place, turn) =>
    (place.operation === deep ? indexes : some(turn)).map((index) => ({ place, index })),
  );
  return everyCell(cells, nameOf, ({ place, index }) => check(place, texts[index]!, index), {
    atOnce: AT_ONCE,
    oneByOne: ({ place }) => isOfHistory(place),
  });
};
const told = (text: unknown): string => JSON.stringify(text).slice(0, 50);

describe.each(topologies)('S36 hostile texts on $name', (topology) => {
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
  });
  afterAll(() => cairn.leave());

  const clientFor = ({ access }: Operation): Client => (access === 'administrator' ? admin : ada.client);
  const ask = (operation: Operation, query: Query): Promise<ReadAnswer> =>
    answerOf(clientFor(operation), { ...requestIn(world, operation), query });
  const isHers = ({ user_id: owner, public: isPublic }: Row): boolean =>
    // Nobody has accepted a share whose user is empty: it is told to who shares.
    owner === undefined || owner === '' || owner === ada.id || isPublic === true;

  /** Refused, or answered with rows that the caller may see: administrators see those of all. */
  const expectHarmless = ({ access }: Operation, { status, text }: ReadAnswer): void => {
    expect(status).toBeLessThan(500);
    if (status === 200 && access !== 'administrator')
      expect((JSON.parse(text) as readonly Row[]).every(isHers)).toBe(true);
  };

  /** The administrator's list of projections is nobody's. */
  it(
    'in cursors are places in the list and no more',
    () =>
      inEvery(
        placesIn(lists, ({ list }) => list?.sort ?? []),
        operations.listDatasets,
        values,
        async ({ operation, part: sort }, value, index) => {
          const order = index % 2 === 0 ? sort : `-${sort}`;
          const id = index % 3 === 0 ? hostileTexts[index % hostileTexts.length] : world.item;
          const cursor = forgedCursor(operation.id, order, value, id);
          expectHarmless(operation, await ask(operation, { cursor, sort: order }));
        },
      ),
    120_000,
  );

  it(
    'in filters are literal',
    () =>
      inEvery(
        placesIn(lists, ({ list }) => Object.keys(list?.filters ?? {})),
        operations.listDatasets,
        hostileTexts.filter(isSendable),
        async ({ operation, part: name }, text) =>
          expectHarmless(operation, await ask(operation, { [name]: text })),
      ),
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
    const check = async (key: string): Promise<void> => {
      const attributes = JSON.parse(`{${JSON.stringify(key)}:1}`) as Record<string, number>;
      const made = await ada.client.try('createDatasetItem', { params, body: { name: 'keys', attributes } });
      expect(made.status).toBeLessThan(500);
      if (made.status === 201) expect(made.body).toMatchObject({ attributes: { [key]: 1 } });
    };
    await everyCell(hostileTexts.filter(isSendable), told, check, { atOnce: AT_ONCE });
  }, 120_000);

  const addressed = every(({ method, path }) => method === 'GET' && path.includes('{'));
  it(
    'in a path find nothing',
    () =>
      inEvery(
        placesIn(addressed, parameterNames),
        operations.getDatasetItem,
        pathTexts,
        async ({ operation, part }, text) => {
          const { params, ...request } = requestIn(world, operation);
          const { status } = await answerOf(clientFor(operation), {
            ...request,
            params: { ...params, [part]: text },
          });
          expect([status, status >= 400 && status < 500]).toEqual([status, true]);
        },
      ),
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
