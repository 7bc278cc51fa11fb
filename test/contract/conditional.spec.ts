import type { Operation } from '@cairn/contracts';
import { answerOf, codeIn } from '../support/answers.js';
import { AT_ONCE } from '../support/cells.js';
import { asDeepOn, every, everyOperation, isUnsafe, ofEachKind, sentTo } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { addressedPath, preparedIn } from '../support/prepared.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { askerOf, makeWorld, makeWorldFor, requestIn, type World } from '../support/world.js';

const readable = every((operation) => operation.etag === true && !isUnsafe(operation));
const writable = every(
  (operation) => (operation.etag === true || operation.ifMatch === true) && isUnsafe(operation),
);
/** Writes of what is there already: a resource that can be asked for its ETag before. */
const changing = writable.filter(
  ({ method, path }) => method !== 'POST' || /\/(upload|activate|revert|rotate)(\/\{format\})?$/.test(path),
);
/** What is made new, and the first of each kind: those that change something are refused under another tag below. */
const refusable = writable.filter(
  (operation) => !changing.includes(operation) || ofEachKind(writable).includes(operation),
);
const STALE = '"99999.AAAA"';

describe.each(topologies)('entity tags on $name', (topology) => {
  let cairn: SharedCairn;
  let shared: World;

  beforeAll(async () => {
    cairn = await topology.shared();
    shared = await makeWorld(await somebody(cairn), 'private', await administrator(cairn));
  });
  afterAll(() => cairn.leave());

  const fresh = (operation = { path: '/datasets' }): Promise<World> =>
    makeWorldFor(operation, shared, () => somebody(cairn));
  const etagAt = async (person: Person, path: string): Promise<string> =>
    (await person.client.send({ method: 'GET', path })).headers.get('etag') ?? '';

  it('a read gives a tag and answers 304 to it', () => {
    const headersFor = sentTo<(etag: string) => string>(readable, [
      (etag) => etag,
      (etag) => `W/${etag}`,
      (etag) => `"another", ${etag}`,
      () => '*',
      () => STALE,
      () => '"x"',
    ]);
    const check = async (operation: Operation, turn: number): Promise<void> => {
      const { client } = askerOf(shared, operation);
      const request = requestIn(shared, operation);
      const first = await answerOf(client, request);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"\d+\.[\w-]+"$/);
      for (const header of headersFor(operation, turn).map((make) => make(etag))) {
        const { status, text, headers } = await answerOf(client, {
          ...request,
          headers: { 'if-none-match': header },
        });
        const expected = [STALE, '"x"'].includes(header) ? [200, first.text, etag] : [304, '', etag];
        expect([header, status, text, headers.get('etag')]).toEqual([header, ...expected]);
      }
    };
    return everyOperation(asDeepOn(topology, readable), check, { atOnce: AT_ONCE });
  });

  it('a write under another tag is 412 and changes nothing', () =>
    everyOperation(asDeepOn(topology, refusable), async (operation) => {
      const world = await fresh(operation);
      const request = await preparedIn(cairn, world, operation);
      const before = await cairn.inside.head();
      const answer = await answerOf(askerOf(world, operation).client, {
        ...request,
        headers: { 'if-match': STALE },
      });
      expect(codeIn(answer)).toBe('precondition_failed');
      const { detail } = JSON.parse(answer.text) as { readonly detail: string };
      expect(detail).toMatch(/^\/(api\/v1|admin)\/\S+ is not as `If-Match` asks\.$/);
      const malformed = await answerOf(askerOf(world, operation).client, {
        ...request,
        headers: { 'if-match': 'no quotes' },
      });
      expect(codeIn(malformed)).toBe('invalid_header');
      const written = (await cairn.inside.events(before)).map(({ type }) => type);
      // What is invisible is appended before what makes it visible (law 5): a version that no dataset names.
      // What its preparation owes comes when it does: mails, and that who accepted one reads what is mailed there.
      const owed = ['identity.mail.sent.v1', 'identity.user.email_verified.v1'];
      const beside = ['datasets.version.created.v1', ...owed];
      expect(written.filter((type) => !beside.includes(type))).toEqual([]);
    }));

  it(
    'a write goes on under the current tag',
    () =>
      everyOperation(asDeepOn(topology, changing), async (operation) => {
        const world = await fresh(operation);
        const request = await preparedIn(cairn, world, operation);
        const asker = askerOf(world, operation);
        const etag = await etagAt(asker, addressedPath(operation, request.params));
        expect(etag).not.toBe('');
        const refused = await answerOf(asker.client, { ...request, headers: { 'if-match': STALE } });
        expect([codeIn(refused), refused.headers.get('etag')]).toEqual(['precondition_failed', etag]);
        const answer = await answerOf(asker.client, { ...request, headers: { 'if-match': etag } });
        expect(answer.status).toBeLessThan(300);
      }),
    300_000,
  );

  it('a tag moves with each change, and an old one loses', async () => {
    const { person, dataset } = await fresh();
    const params = { id: dataset };
    const tags: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const { headers } = await person.client.call('updateDataset', { params, body: { name } });
      tags.push(headers.get('etag') ?? '');
    }
    expect(new Set(tags).size).toBe(3);
    const write = (etag: string) =>
      person.client.try('updateDataset', { params, body: { name: 'four' }, headers: { 'if-match': etag } });
    expect((await write(tags[0] ?? '')).status).toBe(412);
    expect((await write(tags[2] ?? '')).status).toBe(200);
    expect((await write(tags[2] ?? '')).status).toBe(412);
  });

  it('of writers under one tag one wins', async () => {
    const { person, dataset } = await fresh();
    const params = { id: dataset };
    const etag = await etagAt(person, `/api/v1/datasets/${dataset}`);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        person.client.try('updateDataset', {
          params,
          body: { name: `writer ${turn}` },
          headers: { 'if-match': etag },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
  });

  it('If-Match compares the revision alone, If-None-Match the whole', async () => {
    const { person, dataset, version } = await fresh();
    const params = { dataset_id: dataset, version_id: version };
    const at = `/api/v1/datasets/${dataset}`;
    const before = await etagAt(person, at);
    await person.client.call('createLabel', { params, body: { name: 'from another stream' } });
    const after = await etagAt(person, at);
    expect(after).not.toBe(before);
    expect(after.split('.')[0]).toBe(before.split('.')[0]);
    const read = await person.client.send({ method: 'GET', path: at, headers: { 'if-none-match': before } });
    expect(read.status).toBe(200);
    const written = await person.client.try('updateDataset', {
      params: { id: dataset },
      body: { name: 'still mine' },
      headers: { 'if-match': before },
    });
    expect(written.status).toBe(200);
  });
});
