import { randomInt, randomUUID } from 'node:crypto';
import type { Client } from '@cairn/client';
import { createClient } from '@cairn/client';
import { emptyGraph, type VersionPath } from '../../support/content.js';
import { PASSWORD, type Person, somebody } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';

/** 500 in CI; `npm run test:deep faults long` asks for 10,000. */
const PAIRS = Number(process.env['CAIRN_TEST_PAIRS'] ?? 500);
const AT_ONCE = 10;
const HELD_BACK = { CAIRN_PROJECTION_DELAY_MS: '200' };
const ROUNDS = 30;

jest.setTimeout(900_000);

describe('two gateways (cluster)', () => {
  let cairn: RunningCluster;
  beforeAll(async () => {
    cairn = await cluster.start(HELD_BACK);
  });
  afterAll(() => cairn.remove());

  /** The same person at each gateway. */
  const everywhere = (token: string): readonly Client[] =>
    cairn.gateways.map((baseUrl) => createClient({ baseUrl, token }));
  const oneOf = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)]!;

  describe('law 2: what is written at one is read at the other, with read models 200 ms behind', () => {
    interface Written {
      readonly dataset: string;
      readonly version: string;
      items: number;
      readonly graph: VersionPath;
      nodes: number;
    }
    const at = ({ dataset, version }: Written) => ({ dataset_id: dataset, version_id: version });

    /** A resource; answers what is stale. */
    const resource = async (write: Client, read: Client, written: Written): Promise<readonly string[]> => {
      const params = { id: written.dataset };
      const marker = randomUUID();
      await write.call('updateDataset', { params, body: { description: marker } });
      const { body } = await read.call('getDataset', { params });
      return body.description === marker ? [] : ['the resource'];
    };
    /** A list and its count; answers what is stale. */
    const list = async (write: Client, read: Client, written: Written): Promise<readonly string[]> => {
      const marker = randomUUID();
      await write.call('createDatasetItem', { params: at(written), body: { name: marker } });
      written.items += 1;
      const query = { limit: 1, sort: '-created_at' };
      const { body, headers } = await read.call('listDatasetItems', { params: at(written), query });
      const isCounted = headers.get('x-total-count') === String(written.items);
      return [...(body[0]?.name === marker ? [] : ['the list']), ...(isCounted ? [] : ['the count'])];
    };

    /** What is in a graph, and its counts; answers what is stale. */
    const content = async (write: Client, read: Client, written: Written): Promise<readonly string[]> => {
      const { graph: params } = written;
      const [mode, uid] = ['merge' as const, randomUUID()];
      await write.call('bulkGraphNodes', {
        params,
        body: { mode, nodes: [{ uid }], edges: [{ uid: 'loop', source: uid, target: uid }] },
      });
      written.nodes += 1;
      const { body: edge } = await read.call('getGraphEdge', { params: { ...params, edge_uid: 'loop' } });
      const { headers } = await read.call('listGraphNodes', { params, query: { limit: 1 } });
      const { body: version } = await read.call('getGraphVersion', { params });
      const isCounted = [headers.get('x-total-count'), version.node_count].every(
        (count) => Number(count) === written.nodes,
      );
      return [...(edge.source === uid ? [] : ['the edge']), ...(isCounted ? [] : ['the counts'])];
    };

    /** One writer: it knows what it wrote, and nobody else writes there. */
    const writer = async (pairs: number): Promise<readonly string[]> => {
      const { token } = await somebody(cairn);
      const clients = everywhere(token);
      const { body } = await oneOf(clients).call('createDataset', { body: { name: 'pairs' } });
      const graph = await emptyGraph({ client: oneOf(clients) });
      const written: Written = {
        ...{ dataset: body.id, version: String(body.active_version_id), items: 0 },
        ...{ graph, nodes: 0 },
      };
      const stale: string[] = [];
      for (let pair = 0; pair < pairs; pair += 1) {
        const compare = oneOf([resource, list, content]);
        stale.push(...(await compare(oneOf(clients), oneOf(clients), written)));
      }
      return stale;
    };

    it(`${PAIRS} pairs of a write and a read, none stale`, async () => {
      const each = await Promise.all(
        Array.from({ length: AT_ONCE }, () => writer(Math.ceil(PAIRS / AT_ONCE))),
      );
      expect(each.flat()).toEqual([]);
    });
  });

  describe('law 2, S18: a right that is given or taken away is so on both when the write was answered', () => {
    let person: Person;
    beforeEach(async () => {
      person = await somebody(cairn);
    });
    const statusesOf = (clients: readonly Client[]): Promise<readonly number[]> =>
      Promise.all(clients.map(async (client) => (await client.try('getMe')).status));
    /** `ROUNDS` of them, some at once: most of each is waiting for read models. */
    const rounds = async (round: () => Promise<void>): Promise<void> => {
      const inTurn = async (): Promise<void> => {
        for (let count = 0; count < ROUNDS / AT_ONCE; count += 1) await round();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
    };

    it('a login, and a logout', () =>
      rounds(async () => {
        const [here, there] = cairn.gateways
          .map((baseUrl) => createClient({ baseUrl }))
          .toSorted(() => randomInt(2) - 0.5);
        const { body } = await here!.call('login', {
          body: { username: person.username, password: PASSWORD },
        });
        const clients = everywhere(body.apikey);
        expect(await statusesOf(clients)).toEqual([200, 200]);
        await there!.as(body.apikey).call('logout');
        expect(await statusesOf(clients)).toEqual([401, 401]);
      }));

    it('a session that a refresh token ends which was used before', () =>
      rounds(async () => {
        const [here, there] = cairn.gateways
          .map((baseUrl) => createClient({ baseUrl }))
          .toSorted(() => randomInt(2) - 0.5);
        const refreshed = async (token: string | undefined) =>
          (await here!.call('refreshToken', { body: { refresh_token: token ?? '' } })).body;
        const { body: first } = await here!.call('login', {
          body: { username: person.username, password: PASSWORD },
        });
        const last = await refreshed((await refreshed(first.refresh_token)).refresh_token);
        const clients = everywhere(last.apikey);
        expect(await statusesOf(clients)).toEqual([200, 200]);
        const stolen = { refresh_token: first.refresh_token ?? '' };
        expect((await there!.try('refreshToken', { body: stolen })).status).toBe(401);
        expect(await statusesOf(clients)).toEqual([401, 401]);
      }));

    it('an API key, and its end', () =>
      rounds(async () => {
        const [here, there] = everywhere(person.token).toSorted(() => randomInt(2) - 0.5);
        const { body } = await here!.call('createAPIKey', { body: { name: 'key', scopes: ['*:*'] } });
        const clients = everywhere(body.key);
        expect(await statusesOf(clients)).toEqual([200, 200]);
        await there!.call('deleteAPIKey', { params: { id: body.id } });
        expect(await statusesOf(clients)).toEqual([401, 401]);
      }));
  });
});
