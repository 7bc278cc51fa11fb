/** S18: what was taken away is refused from the answer on that says so, at every gateway, whatever is asked. */
import type { Client } from '@cairn/client';
import type { Operation } from '@cairn/contracts';
import { answerOf, codeIn } from '../support/answers.js';
import { checkedClient } from '../support/contract.js';
import { asDeepOn, every, isOfDataset, isProtected, isUnsafe } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { addressOf, firstEventOf } from '../support/prepared.js';
import { RIGHTS } from '../support/rights.js';
import { waysToTake } from '../support/taking-rights.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, requestIn, type World } from '../support/world.js';

/** So many at the same moment. */
const AT_ONCE = 8;

describe.each(topologies)('S18 what was taken away, on $name', (topology) => {
  let cairn: SharedCairn;
  /** Reads, lists, downloads, exports and writes: everything that is not anybody's. */
  const operations = asDeepOn(topology, every(isProtected));
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());

  const everywhere = (token: string): readonly Client[] =>
    cairn.gateways.map((baseUrl) => checkedClient(baseUrl, token));

  const requestOf = async (world: World, operation: Operation) => ({
    ...requestIn(world, operation),
    ...(operation.id === 'getEventData'
      ? addressOf(await firstEventOf(cairn, `datasetItem-${world.item}`))
      : {}),
  });
  type Asked = readonly [name: string, ask: () => Promise<string>];

  /** Each operation at each gateway: its name, and what asks for it and answers the code. */
  const asking = async (
    world: World,
    token: string,
    chosen: readonly Operation[],
  ): Promise<readonly Asked[]> => {
    const requests = await Promise.all(
      chosen.map(async (operation) => [operation.id, await requestOf(world, operation)] as const),
    );
    return everywhere(token).flatMap((client, gateway) =>
      requests.map(([id, request]): Asked => [
        `${id} at ${gateway}`,
        async () => codeIn(await answerOf(client, request)),
      ]),
    );
  };

  const codesOf = async (
    asked: readonly Asked[],
    atOnce = AT_ONCE,
  ): Promise<Readonly<Record<string, string>>> => {
    const codes: [string, string][] = [];
    for (let from = 0; from < asked.length; from += atOnce)
      codes.push(
        ...(await Promise.all(
          asked
            .slice(from, from + atOnce)
            .map(async ([name, ask]) => [name, await ask()] as [string, string]),
        )),
      );
    return Object.fromEntries(codes);
  };
  const all = (asked: readonly Asked[], code: string) =>
    Object.fromEntries(asked.map(([name]) => [name, code]));

  it.each(Object.keys(waysToTake))('%s: the next request is refused, whatever it asks', async (way) => {
    const person = await somebody(cairn);
    const world = await makeWorld(person, 'public');
    const { token, take } = await waysToTake[way]!(cairn, person);
    const isOf = ({ id }: Operation) =>
      ['getMe', 'getDataset', 'listDatasets', 'getDatasetItem'].includes(id);
    const good = await asking(world, token, every(isOf));
    expect(await codesOf(good)).toEqual(all(good, '200'));
    const asked = await asking(world, token, operations);
    await take();
    const head = await cairn.inside.head();
    expect(await codesOf(asked)).toEqual(all(asked, 'unauthenticated'));
    const written = await cairn.inside.events(head);
    expect(
      written.filter(({ stream }) => stream.endsWith(person.id) || stream.endsWith(world.dataset)),
    ).toEqual([]);
  });

  it('an administrator who is one no more: the next request for what is theirs is refused', async () => {
    const root = await administrator(cairn);
    const person = await somebody(cairn);
    const world = await makeWorld(person, 'private', root);
    const others = await makeWorld(await somebody(cairn, 'other'));
    const set = (is_system_admin: boolean) =>
      root.client.call('updateUser', { params: { user_id: person.id }, body: { is_system_admin } });
    await set(true);
    const theirs = every(({ access }) => access === 'administrator');
    const reads = theirs.filter((operation) => !isUnsafe(operation));
    const data = every(({ id }) => id === 'getEventData');
    const askedReads = await asking(world, person.token, reads);
    // Of histories one caller may ask for two at once.
    expect(await codesOf(askedReads, 1)).toEqual(all(askedReads, '200'));
    const body = { name: 'consumer', scopes: ['events:read'] };
    const { body: consumer } = await person.client.call('createAPIKey', { body });
    const askedOthers = await asking(others, consumer.key, data);
    expect(await codesOf(askedOthers)).toEqual(all(askedOthers, '200'));
    const asked = await asking(world, person.token, theirs);
    await set(false);
    expect(await codesOf(asked)).toEqual(all(asked, 'administrator_required'));
    expect(await codesOf(askedOthers)).toEqual(all(askedOthers, 'not_found'));
  });

  describe('the visibility', () => {
    let owner: Person;
    let stranger: Person;
    beforeAll(async () => {
      [owner, stranger] = [await somebody(cairn), await somebody(cairn, 'eve')];
    });
    const reads = every(
      (operation) =>
        isOfDataset(operation) &&
        !isUnsafe(operation) &&
        !['share', 'who sees it'].includes(RIGHTS.get(operation.id)?.[0] ?? ''),
    );
    const listed = async (world: World): Promise<readonly boolean[]> => {
      const pages = everywhere(stranger.token).map((client) =>
        client.call('listDatasets', { query: { user_id: world.user } }),
      );
      return (await Promise.all(pages)).map(({ body }) => body.some(({ id }) => id === world.dataset));
    };

    it('of a dataset: the next request finds nothing', async () => {
      const world = await makeWorld(owner, 'public');
      const asked = await asking(world, stranger.token, every(isOfDataset));
      const readable = await asking(world, stranger.token, reads);
      expect(await codesOf(readable)).toEqual(all(readable, '200'));
      expect(await listed(world)).toEqual(cairn.gateways.map(() => true));
      const params = { id: world.dataset };
      await owner.client.call('updateDataset', { params, body: { visibility: 'private' } });
      expect(await codesOf(asked)).toEqual(all(asked, 'not_found'));
      expect(await listed(world)).toEqual(cairn.gateways.map(() => false));
    });
  });
});
