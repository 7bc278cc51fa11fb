import { answerOf, codeIn, type ReadAnswer } from '../support/answers.js';
import { asDeepOn, everyOperation, everyServed, isUnsafe, ofEachKind } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { preparedIn, senderOf } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, makeWorldFor, type World } from '../support/world.js';

const unsafe = everyServed(isUnsafe);
/** What policies and workers write once the first answer is given. */
const FOLLOWS =
  /^(identity\.(session\.ended|api_key\.deleted|mail\.sent|user\.email_verified)|datasets\.(job\.cancelled|post_processor_job\.(started|deferred|completed|failed))|workflows\.execution\.(started|nodes_recorded|completed))\./;
/** They end the right to ask again. */
const ending = new Set(['logout', 'deleteMe']);
const repeatable = unsafe.filter(({ id }) => !ending.has(id));

describe.each(topologies)('idempotency keys on $name', (topology) => {
  let cairn: SharedCairn;
  let admin: Person;
  let stranger: Person;
  let shared: World;

  beforeAll(async () => {
    cairn = await topology.shared();
    admin = await administrator(cairn);
    stranger = await somebody(cairn, 'eve');
    shared = await makeWorld(await somebody(cairn));
  });
  afterAll(() => cairn.leave());

  const shown = ({ status, text, headers }: ReadAnswer) => ({
    status,
    text,
    etag: headers.get('etag'),
    location: headers.get('location'),
    revision: headers.get('x-revision'),
    position: headers.get('x-position'),
  });

  it(
    'a write answers a second time what it did, and does nothing',
    () =>
      everyOperation(asDeepOn(topology, repeatable), async (operation) => {
        const world = await makeWorldFor(operation, shared, () => somebody(cairn));
        const request = await preparedIn(cairn, world, operation);
        const sender = senderOf(operation, {
          owner: world.person.client,
          administrator: admin.client,
          nobody: cairn.client(),
        });
        const headers = { 'idempotency-key': `key-${operation.id}` };
        const first = await answerOf(sender, { ...request, headers });
        expect([first.status < 300, first.headers.get('idempotency-replayed')]).toEqual([true, null]);
        const before = await cairn.inside.head();
        const again = await answerOf(sender, { ...request, headers });
        expect(again.headers.get('idempotency-replayed')).toBe('true');
        expect(shown(again)).toEqual(shown(first));
        const written = (await cairn.inside.events(before)).map(({ type }) => type);
        expect(written.filter((type) => !FOLLOWS.test(type))).toEqual([]);

        const other = request.file
          ? { ...request, file: { ...request.file, content: 'another' } }
          : {
              ...request,
              body: { ...(request.body as object | undefined), description: 'another', name: 'another' },
            };
        const mismatch = await answerOf(sender, { ...other, headers });
        if (operation.id === 'register') expect(mismatch.status).toBe(422);
        else if (request.body !== undefined || request.file !== undefined)
          expect(codeIn(mismatch)).toBe('idempotency_mismatch');
      }),
    300_000,
  );

  const ofSomebody = repeatable.filter(({ access }) => access !== 'anonymous' && access !== 'administrator');
  it('the key is the caller’s own', () =>
    everyOperation(ofEachKind(ofSomebody), async (operation) => {
      const world = await makeWorldFor(operation, shared, () => somebody(cairn));
      const request = await preparedIn(cairn, world, operation);
      const headers = { 'idempotency-key': 'everybody-takes-this-one' };
      await answerOf(world.person.client, { ...request, headers });
      const theirs = await answerOf(stranger.client, { ...request, headers });
      expect(theirs.headers.get('idempotency-replayed')).toBeNull();
      expect(codeIn(theirs)).not.toBe('idempotency_mismatch');
    }));

  it('the key is of one operation', async () => {
    const { client } = await somebody(cairn);
    const headers = { 'idempotency-key': 'one' };
    const { body: dataset } = await client.call('createDataset', { headers, body: { name: 'x' } });
    const params = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
    for (const answer of [
      await client.try('createLabel', { headers, params, body: { name: 'x' } }),
      await client.try('createDatasetSplit', { headers, params, body: { name: 'x' } }),
      await client.try('createDatasetItem', { headers, params, body: { name: 'x' } }),
    ]) {
      expect(answer.status).toBe(201);
      expect(answer.headers.get('idempotency-replayed')).toBeNull();
    }
  });

  it('of many at once one does it', async () => {
    const { client } = await somebody(cairn);
    const headers = { 'idempotency-key': 'at-once' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.try('createDataset', { headers, body: { name: 'only one' } })),
    );
    const made = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => (body as { id: string }).id);
    expect(new Set(made).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true);
    const { body } = await client.call('listDatasets', { query: { name: 'only one' } });
    expect(body).toHaveLength(1);
  });

  it('a refusal is not kept: what was mended goes through', async () => {
    const { client } = await somebody(cairn);
    const { body: dataset } = await client.call('createDataset', { body: { name: 'x' } });
    const headers = { 'idempotency-key': 'restore' };
    const restore = () => client.try('restoreDataset', { headers, params: { id: dataset.id } });
    expect((await restore()).status).toBe(409);
    await client.call('deleteDataset', { params: { id: dataset.id } });
    expect((await restore()).status).toBe(200);
  });

  it.each(['', ' ', 'x'.repeat(256)])('the key %p is none', async (key) => {
    const { client } = await somebody(cairn);
    const request = { method: 'POST', path: '/api/v1/datasets', body: { name: 'x' } } as const;
    const answer = await answerOf(client, { ...request, headers: { 'idempotency-key': key } });
    expect(codeIn(answer)).toBe('invalid_header');
  });
});
