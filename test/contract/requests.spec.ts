import { allOperations, type Operation } from '@cairn/contracts';
import { answerOf, problemIn } from '../support/answers.js';
import { AT_ONCE, everyCell } from '../support/cells.js';
import { checkedClient } from '../support/contract.js';
import { stillIn } from '../support/journal.js';
import {
  asDeepOn,
  every,
  everyServed,
  everyOperation,
  isUnsafe,
  ofEachKind,
  sentTo,
} from '../support/operations.js';
import { administrator, PASSWORD, type Person, somebody } from '../support/people.js';
import { preparedIn, senderOf } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';
import {
  askerOf,
  makeWorld,
  makeWorldFor,
  parameterNames,
  partOf,
  pathIn,
  requestIn,
  type World,
} from '../support/world.js';

const reads = every((operation) => !isUnsafe(operation));
/** Of what is no record, `200` shows what is left. */
const tellsRecord = ({ replies }: Operation): boolean => {
  const { properties = {} } = (replies[200]?.schema ?? {}) as { readonly properties?: object };
  return 'id' in properties;
};
const deletions = every(
  (operation) => operation.method === 'DELETE' && 204 in operation.replies && tellsRecord(operation),
);
/** The same place, whatever its parameters are called. */
const placeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');
const paths = [...new Map(allOperations.map(({ path }) => [placeOf(path), path])).values()];
const methodsOf = (path: string): readonly string[] =>
  allOperations
    .filter((operation) => placeOf(operation.path) === placeOf(path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

describe.each(topologies)('requests on $name', (topology) => {
  let cairn: SharedCairn;
  let world: World;
  let admin: Person;
  let began: string;

  beforeAll(async () => {
    cairn = await topology.shared();
    admin = await administrator(cairn);
    world = await makeWorld(await somebody(cairn), 'private', admin);
    began = new Date().toISOString();
  });
  afterAll(() => cairn.leave());

  const tokenFor = ({ access }: { readonly access: string }): string =>
    access === 'administrator' ? admin.token : world.person.token;

  const listsItsMethods = async (path: string): Promise<void> => {
    const methods = methodsOf(path);
    for (const method of ['PATCH', 'GET', 'POST', 'PUT', 'DELETE'].filter((one) => !methods.includes(one))) {
      const sent = pathIn(world, { path });
      const answer = await wire(cairn, { method, path: sent, token: world.person.token });
      const { code, instance } = problemIn(answer);
      expect([method, answer.status, code]).toEqual([method, 405, 'method_not_allowed']);
      expect(instance).toBe(
        sent.replace('no-such-token', '{reset_token}').replace('no-such-invitation', '{token}'),
      );
      expect(String(answer.headers.allow).split(', ').sort()).toEqual([...methods].sort());
    }
  };
  it('a path lists its methods', () => everyCell(paths, String, listsItsMethods, { atOnce: AT_ONCE }));

  it('HEAD has the head of GET and no body', () =>
    everyOperation(ofEachKind(reads), async (operation) => {
      const request = await preparedIn(cairn, world, operation);
      const place = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
        String(request.params?.[name]),
      );
      const query = new URLSearchParams(stillIn(operation.id, world.person, began)).toString();
      const path = query === '' ? place : `${place}?${query}`;
      const get = await wire(cairn, { method: 'GET', path, token: tokenFor(operation) });
      const head = await wire(cairn, { method: 'HEAD', path, token: tokenFor(operation) });
      expect([head.status, head.text]).toEqual([get.status, '']);
      for (const name of ['content-type', 'etag', 'x-total-count', 'content-disposition', 'accept-ranges'])
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      if (get.headers.etag !== undefined)
        expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }));

  it('a deletion gives the record when that is preferred', () =>
    everyOperation(ofEachKind(deletions), async (operation) => {
      const own = await makeWorldFor(operation, world, () => somebody(cairn));
      const request = await preparedIn(cairn, own, operation);
      const client = checkedClient(cairn.baseUrl, askerOf(own, operation).token);
      const prefer = { prefer: 'handling=lenient, return=representation; foo="bar"' };
      const answer = await answerOf(client, { ...request, headers: prefer });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toHaveProperty('id');
      const again = await answerOf(client, { ...request, headers: prefer });
      expect(again.status).toBe(404);
    }));

  it('a deletion says nothing otherwise, and passes over other preferences', () =>
    everyOperation(ofEachKind(deletions), async (operation) => {
      const own = await makeWorldFor(operation, world, () => somebody(cairn));
      const request = await preparedIn(cairn, own, operation);
      const client = checkedClient(cairn.baseUrl, askerOf(own, operation).token);
      const answer = await answerOf(client, { ...request, headers: { prefer: 'wait=10, no-such' } });
      expect([answer.status, answer.text]).toEqual([204, '']);
    }));

  const asynchronous = everyServed(
    (operation) =>
      operation.toldOnce !== true &&
      operation.eventless !== true &&
      isUnsafe(operation) &&
      operation.access !== 'anonymous' &&
      operation.access !== 'administrator',
  );
  it('a write answers 202 at once when that is preferred', () =>
    everyOperation(ofEachKind(asynchronous), async (operation) => {
      const own = await makeWorldFor(operation, world, () => somebody(cairn));
      const request = await preparedIn(cairn, own, operation);
      const client = senderOf(operation, {
        owner: checkedClient(cairn.baseUrl, own.person.token),
        administrator: admin.client,
        nobody: cairn.client(),
      });
      const answer = await answerOf(client, { ...request, headers: { prefer: 'respond-async' } });
      expect(answer.status).toBe(202);
      expect(answer.headers.get('location')).toMatch(/^\/api\/v1\//);
      expect(answer.headers.get('x-position')).toMatch(/./);
      expect(JSON.parse(answer.text)).toHaveProperty('id');
    }));

  it('what is told once is told, however the answer is preferred', async () => {
    const { client } = world.person;
    const headers = { prefer: 'respond-async' };
    const made = await client.call('createAPIKey', {
      body: { name: 'k', scopes: ['*:*'], password: PASSWORD },
      headers,
    });
    expect([made.status, made.body.key]).toEqual([201, expect.stringMatching(/^ck_/)]);
    const body = { password: PASSWORD };
    const rotated = await client.call('rotateAPIKey', { params: { id: made.body.id }, body, headers });
    expect([rotated.status, rotated.body.key]).toEqual([201, expect.stringMatching(/^ck_/)]);
  });

  it('X-Min-Position and X-Min-Revision are read, and refused when nothing ever came so far', async () => {
    const { client } = world.person;
    const params = { id: world.dataset };
    const { headers } = await client.call('updateDataset', { params, body: { notes: 'x' } });
    const read = (sent: Record<string, string>) => client.try('getDataset', { params, headers: sent });
    const position = headers.get('x-position') ?? '';
    const revision = headers.get('x-revision') ?? '';
    expect((await read({ 'x-min-position': position })).status).toBe(200);
    expect((await read({ 'x-min-revision': revision })).status).toBe(200);
    for (const sent of [
      { 'x-min-position': '9'.repeat(position.length) },
      { 'x-min-position': 'a b' },
      { 'x-min-position': 'FFFF' },
      { 'x-min-position': '1' },
      { 'x-min-revision': String(Number(revision) + 1) },
      { 'x-min-revision': '-1' },
      { 'x-min-revision': 'x' },
    ])
      expect(await read(sent)).toMatchObject({ status: 400, body: { code: 'invalid_header' } });
  });

  it('a request id goes through, and a trace joins', async () => {
    const send = (headers: Record<string, string>) =>
      world.person.client.send({ method: 'GET', path: '/api/v1/me', headers });
    expect((await send({ 'x-request-id': 'mine-1' })).headers.get('x-request-id')).toBe('mine-1');
    const [one, other] = [await send({}), await send({})];
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'));
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const params = { id: world.dataset };
    const { client } = world.person;
    await client.call('updateDataset', {
      params,
      body: { notes: 'traced' },
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    const { body } = await client.call('listDatasetHistory', { params });
    expect(body.at(-1)?.correlation_id).toBe(trace);
  });

  const withIds = every(
    (operation) =>
      operation.access !== 'anonymous' &&
      parameterNames(operation).some((name) => partOf(operation, name) !== undefined),
  );
  it('ids are UUIDs', () => {
    const noIds = [
      'anything',
      `urn:uuid:${world.dataset}`,
      `${world.dataset}0`,
      'null',
      '00000000-0000-0000-0000-000000000000',
    ];
    const concerned = asDeepOn(topology, withIds);
    const wrongIn = sentTo(concerned, noIds);
    const check = async (operation: Operation, turn: number): Promise<void> => {
      const request = requestIn(world, operation);
      for (const wrong of wrongIn(operation, turn)) {
        const name = parameterNames(operation).findLast((one) => partOf(operation, one) !== undefined) ?? '';
        const answer = await answerOf(askerOf(world, operation).client, {
          ...request,
          params: { ...request.params, [name]: wrong },
        });
        expect([wrong, [404, 405].includes(answer.status)]).toEqual([wrong, true]);
      }
    };
    return everyOperation(concerned, check, { atOnce: AT_ONCE });
  });

  it('ids are the same in any case: in paths, queries and bodies', async () => {
    const { client } = world.person;
    const upper = (id: string): string => id.toUpperCase();
    const [dataset_id, version_id] = [upper(world.dataset), upper(world.version)];
    const params = { dataset_id, version_id };
    const { body: item } = await client.call('getDatasetItem', {
      params: { ...params, id: upper(world.item) },
    });
    expect(item.id).toBe(world.item);
    for (const query of [{ split_id: world.split }, { user_id: world.user }]) {
      const [[name, id] = ['', '']] = Object.entries(query);
      const asIs = await client.call('listDatasetItems', { params, query });
      const shouted = await client.call('listDatasetItems', { params, query: { [name]: upper(id) } });
      expect([shouted.body.length > 0, shouted.body]).toEqual([true, asIs.body]);
    }
    const body = { name: 'shouted', splits: [{ id: upper(world.split) }] };
    const { body: made } = await client.call('createDatasetItem', { params, body });
    expect(made.splits.map(({ id }) => id)).toEqual([world.split]);
    const urn = { user_id: `urn:uuid:${world.user}` };
    const refused = await client.try('listDatasetItems', { params, query: urn });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  });
});
