/** S1: every operation for every kind of caller, against the reference policy of `support/rights.ts`. */
import { allOperations, assets, isPermissionName, type Operation } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { changeAssets, idIn } from '../support/assets.js';
import { answerOf, codeIn } from '../support/answers.js';
import { AT_ONCE } from '../support/cells.js';
import type { LoggedEvent } from '../support/inside.js';
import { everyOperation, isToldBy, isUnsafe } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { addressOf, firstEventOf } from '../support/prepared.js';
import { type Caller, REFUSALS, refusalOf } from '../support/refusals.js';
import { RIGHTS, type Row } from '../support/rights.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { makeWorld, requestIn, type World } from '../support/world.js';

const rowOf = ({ id }: Operation): Row => RIGHTS.get(id) ?? ['anybody'];
const takesIfMatch = ({ etag, ifMatch }: Operation): boolean => etag === true || ifMatch === true;

/**
 * Whether it can be asked for without harm to who may: reads, and writes that a tag of nothing stops once they were
 * allowed. `every-operation.spec.ts` does the others as who may.
 */
const isHarmless = (operation: Operation): boolean =>
  operation.access === 'anonymous'
    ? !isUnsafe(operation) && !operation.path.includes('{')
    : !isUnsafe(operation) || takesIfMatch(operation);

const NOTHING = '"999999.none"';
const visibilities = ['private', 'public'] as const;

describe('the reference policy', () => {
  it('has a row for every operation, and no other', () =>
    expect([...RIGHTS.keys()].sort()).toEqual(allOperations.map(({ id }) => id).sort()));

  it('asks keys for the scopes of the contract', () => {
    for (const { id, access } of allOperations)
      if (isPermissionName(access)) expect([id, RIGHTS.get(id)?.[1]]).toEqual([id, access]);
  });
});

describe.each(topologies)('S1 rights on $name', (topology) => {
  let cairn: RunningCairn;
  let worlds: Readonly<Record<(typeof visibilities)[number], World>>;
  const firstEvents = new Map<string, LoggedEvent>();
  const callers = new Map<string, { readonly caller: Caller; readonly client: Client }>();

  const add = (name: string, caller: Caller, client: Client): void =>
    void callers.set(name, { caller, client });
  const keyOf = async ({ client }: Person, ...scopes: string[]) =>
    (await client.call('createAPIKey', { body: { name: 'a key', scopes } })).body;

  /** Operations that share do not exist yet: the event is appended behind the interface, which needs Cairn to stand still. */
  const share = async (owner: Person, editor: Person, viewer: Person): Promise<void> => {
    const shared = [
      { token: `user:${owner.id}` },
      { token: `user:${editor.id}`, role: 'share_editor' },
      { token: `user:${viewer.id}`, role: 'share_viewer' },
    ];
    const body = { notes: 'shared' };
    for (const world of Object.values(worlds)) await changeAssets(owner, world, body);
    await cairn.end('SIGTERM');
    for (const visibility of visibilities) {
      const readers = visibility === 'public' ? [...shared, { token: 'public' }] : shared;
      for (const asset of assets) {
        const stream = `${asset.called}-${idIn(worlds[visibility], asset)}`;
        await cairn.inside.append(stream, { changes: {}, readers }, asset.events.updated.storedType);
      }
    }
    await cairn.again();
  };

  const withOwner = async (owner: Person): Promise<void> => {
    const disabled = await keyOf(owner, '*:*');
    await owner.client.call('updateAPIKey', { params: { id: disabled.id }, body: { disabled: true } });
    const deleted = await keyOf(owner, '*:*');
    await owner.client.call('deleteAPIKey', { params: { id: deleted.id } });
    const [all, reading] = [await keyOf(owner, '*:*'), await keyOf(owner, 'datasets:read', 'me:read')];
    const other = await keyOf(owner, 'models:read');
    const is = 'the owner';
    add(is, { is, known: true }, owner.client);
    add('a key of the owner', { is, known: true, scopes: ['*:*'] }, cairn.client(all.key));
    const reads = ['datasets:read', 'me:read'];
    add('a key of the owner that reads', { is, known: true, scopes: reads }, cairn.client(reading.key));
    add(
      'a key of the owner for models',
      { is, known: true, scopes: ['models:read'] },
      cairn.client(other.key),
    );
    add('a key of the owner that is disabled', { is, known: false }, cairn.client(disabled.key));
    add('a key of the owner that is deleted', { is, known: false }, cairn.client(deleted.key));
  };

  const withOthers = async (stranger: Person, erased: Person): Promise<void> => {
    const is = 'a stranger';
    const [key, keyOfErased] = [await keyOf(stranger, '*:*'), await keyOf(erased, '*:*')];
    await erased.client.call('deleteMe');
    add(is, { is, known: true }, stranger.client);
    add('a key of a stranger', { is, known: true, scopes: ['*:*'] }, cairn.client(key.key));
    add('an administrator', { is, known: true, administrates: true }, (await administrator(cairn)).client);
    add('nobody', { is, known: false }, cairn.client());
    add('the session of somebody erased', { is, known: false }, erased.client);
    add('the key of somebody erased', { is, known: false }, cairn.client(keyOfErased.key));
  };

  beforeAll(async () => {
    cairn = await topology.start();
    const owner = await somebody(cairn);
    const admin = await administrator(cairn);
    worlds = {
      private: await makeWorld(owner, 'private', admin),
      public: await makeWorld(owner, 'public', admin),
    };
    const [editor, viewer] = [await somebody(cairn, 'editor'), await somebody(cairn, 'viewer')];
    await share(owner, editor, viewer);
    for (const { item } of Object.values(worlds))
      firstEvents.set(item, await firstEventOf(cairn, `datasetItem-${item}`));
    await withOwner(owner);
    await withOthers(await somebody(cairn, 'eve'), await somebody(cairn, 'gone'));
    add('a share editor', { is: 'a share editor', known: true }, editor.client);
    add('a share viewer', { is: 'a share viewer', known: true }, viewer.client);
  });
  afterAll(() => cairn.remove());

  const NAMES = [
    ...['the owner', 'a key of the owner', 'a key of the owner that reads', 'a key of the owner for models'],
    ...['a key of the owner that is disabled', 'a key of the owner that is deleted'],
    ...['a share editor', 'a share viewer'],
    ...['a stranger', 'a key of a stranger', 'an administrator', 'nobody'],
    ...['the session of somebody erased', 'the key of somebody erased'],
  ];

  const askedOf = (world: World, operation: Operation) => {
    const request = requestIn(world, operation);
    const headers = isUnsafe(operation) && takesIfMatch(operation) ? { 'if-match': NOTHING } : {};
    if (operation.id !== 'getEventData') return { ...request, headers };
    return { ...request, ...addressOf(firstEvents.get(world.item)!), headers };
  };

  /** What becomes of an operation for a caller: the code that refuses it, or that it is allowed. */
  const cellOf = async (client: Client, world: World, operation: Operation): Promise<string> => {
    const answer = await answerOf(client, askedOf(world, operation));
    const code = codeIn(answer);
    const isChallenged = /^Bearer/.test(answer.headers.get('www-authenticate') ?? '');
    if (REFUSALS.has(code))
      return isChallenged === (code === 'unauthenticated') ? code : `${code} challenged`;
    return isUnsafe(operation) || isToldBy(answer.status, code) ? 'allowed' : code;
  };

  describe.each(visibilities)('to what is %s', (visibility) => {
    it.each(NAMES)('%s', async (name) => {
      const { caller, client } = callers.get(name)!;
      const expectedOf = (operation: Operation): string =>
        refusalOf(rowOf(operation), caller, visibility) ?? 'allowed';
      const cells = allOperations.filter(
        (operation) => expectedOf(operation) !== 'allowed' || isHarmless(operation),
      );
      const check = async (operation: Operation): Promise<void> =>
        expect(await cellOf(client, worlds[visibility], operation)).toBe(expectedOf(operation));
      await everyOperation(cells, check, { atOnce: AT_ONCE });
    });
  });

  it('nobody was left out, and nothing was changed', async () => {
    expect([...callers.keys()].sort()).toEqual([...NAMES].sort());
    for (const { client } of [callers.get('the owner')!])
      for (const visibility of visibilities) {
        const { body } = await client.call('getDataset', { params: { id: worlds[visibility].dataset } });
        expect([body.visibility, body.notes, body.versions.length]).toEqual([visibility, 'shared', 1]);
      }
  });

  it('an editor may not say who sees the dataset, nor how much of its past', async () => {
    const { client } = callers.get('a share editor')!;
    const params = { id: worlds.private.dataset };
    for (const body of [
      { public: true },
      { visibility: 'public' as const },
      { history_from: 'now' as const },
    ])
      expect(await client.try('updateDataset', { params, body })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    expect((await client.try('updateDataset', { params, body: { notes: 'shared' } })).status).toBe(200);
  });

  it('an editor sees all of the past, a viewer from where the visible history begins', async () => {
    const owner = callers.get('the owner')!.client;
    const params = { id: worlds.private.dataset };
    const shown = await owner.call('updateDataset', { params, body: { history_from: 'now' } });
    expect(shown.headers.get('x-history-visible-from')).toBe(shown.body.history_from);
    const pastFor = async (name: string) =>
      (await callers.get(name)!.client.try('getDataset', { params, query: { revision: 0 } })).status;
    expect([await pastFor('a share editor'), await pastFor('a share viewer')]).toEqual([200, 404]);
    await owner.call('updateDataset', { params, body: { history_from: null } });
    expect(await pastFor('a share viewer')).toBe(200);
  });
});
