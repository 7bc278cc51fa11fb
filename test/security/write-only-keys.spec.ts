import { isPermissionName, type Operation, partsOfPermission } from '@cairn/contracts';
import { answerOf } from '../support/answers.js';
import { checkedClient } from '../support/contract.js';
import { every, everyOperation, isUnsafe } from '../support/operations.js';
import { somebody } from '../support/people.js';
import { preparedIn } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, makeWorldFor, type World } from '../support/world.js';

/** What they are about has no path of its own: it is read in this list. */
const LISTED: ReadonlyMap<string, string> = new Map([['retryItemJob', 'jobs']]);
/** Where the place that a write tells ends. */
const endOf = (operation: Operation, id: string): string => LISTED.get(operation.id) ?? id;

const isAboutDatasets = ({ access }: Operation): boolean =>
  isPermissionName(access) && partsOfPermission(access).resource === 'datasets';
/** Of executions, which have a permission of their own: who executes need not read. */
const executes = ({ access }: Operation): boolean => access === 'workflows:execute';
const writes = every(
  (operation) =>
    isUnsafe(operation) &&
    operation.eventless !== true &&
    (isAboutDatasets(operation) || executes(operation)),
);
/** They answer what became of each row, or how many there were, and nothing that was there before. */
const RESULTS = new Set(['bulkDatasetItems', 'addItemsToSplit', 'addInferences', 'runDatasetPostProcessor']);

describe.each(topologies)('S19 keys that may write and not read on $name', (topology) => {
  let cairn: SharedCairn;
  let shared: World;
  beforeAll(async () => {
    cairn = await topology.shared();
    shared = await makeWorld(await somebody(cairn));
  });
  afterAll(() => cairn.leave());

  const keyFor = async ({ person }: World, ...scopes: string[]): Promise<string> =>
    (await person.client.call('createAPIKey', { body: { name: 'a key', scopes } })).body.key;

  it(
    'a write is done, and told without what it reads like',
    () =>
      everyOperation(writes, async (operation) => {
        const world = await makeWorldFor(operation, shared, () => somebody(cairn));
        const request = await preparedIn(cairn, world, operation);
        const client = checkedClient(cairn.baseUrl, await keyFor(world, operation.access));
        const headers = { prefer: 'return=representation', 'idempotency-key': `write-only-${operation.id}` };
        const answer = await answerOf(client, { ...request, headers });
        expect(answer.headers.get('x-position')).not.toBeNull();
        const again = await answerOf(client, { ...request, headers });
        expect([again.status, again.text]).toEqual([answer.status, answer.text]);
        if (RESULTS.has(operation.id)) {
          expect(answer.status).toBe(200);
          return;
        }
        if (204 in operation.replies) {
          expect([answer.status, answer.text]).toEqual([204, '']);
          return;
        }
        const { id, ...rest } = JSON.parse(answer.text) as { id: string; job_type?: string };
        expect(answer.status).toBe(202);
        const isJob = operation.durableWork === true && !executes(operation);
        expect(isJob ? rest.job_type : rest).toEqual(
          isJob ? expect.stringMatching(/^(import|duplicate)$/) : {},
        );
        const location = answer.headers.get('location') ?? '';
        expect(location.split('/').at(-1)).toBe(endOf(operation, id));
        const read = await answerOf(world.person.client, { method: 'GET', path: location });
        expect(read.status).toBe(operation.method === 'DELETE' ? 404 : 200);
      }),
    300_000,
  );

  it('what would be written is not shown to who may not read', async () => {
    const { dataset, item, person } = shared;
    const body = { name: 'labels', model_id: shared.model };
    const made = await person.client.call('createDatasetPostProcessor', {
      params: { dataset_id: dataset },
      body,
    });
    const key = cairn.client(await keyFor(shared, 'datasets:write', 'models:*'));
    const params = { dataset_id: dataset, id: made.body.id };
    expect(await key.try('tryDatasetPostProcessor', { params, body: { item_id: item } })).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
  });

  it('what may not be written is refused, and nothing is done', async () => {
    const key = cairn.client(await keyFor(shared, 'datasets:delete'));
    const before = await cairn.inside.head();
    expect(await key.try('createDataset', { body: { name: 'x' } })).toMatchObject({ status: 403 });
    expect(await cairn.inside.events(before)).toEqual([]);
  });

  it('how far its own import is can be asked by who asked for it alone', async () => {
    const key = cairn.client(await keyFor(shared, 'datasets:write'));
    const other = await somebody(cairn);
    expect(await key.try('getJob', { params: { id: shared.job } })).toMatchObject({ status: 200 });
    for (const client of [cairn.client(await keyFor(shared, 'models:*')), other.client])
      expect(await client.try('getJob', { params: { id: shared.job } })).toMatchObject({ status: 404 });
  });
});
