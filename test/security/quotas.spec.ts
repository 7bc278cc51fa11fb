import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { PlainRequest } from '@cairn/client';
import { answerOf, codeIn, jsonIn, problemIn } from '../support/answers.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { metricOf } from '../support/metrics.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const BYTES = 200_000;
const QUOTAS = {
  CAIRN_MAX_DATASETS: '3',
  CAIRN_MAX_ITEMS: '20',
  CAIRN_MAX_STORED_BYTES: String(BYTES),
  CAIRN_MAX_UNUSED_UPLOAD_BYTES: '50000',
};
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `{"text":"line ${index}"}\n`).join('');

interface Place {
  readonly dataset: string;
  readonly version: string;
  readonly path: string;
}

const makeDataset = async ({ client }: Person): Promise<Place> => {
  const { body } = await client.call('createDataset', { body: { name: 'filling' } });
  const version = body.active_version_id ?? '';
  return { dataset: body.id, version, path: `/api/v1/datasets/${body.id}/versions/${version}` };
};
const makeItem = async ({ client }: Person, { dataset, version }: Place, text = 'x'): Promise<string> => {
  const params = { dataset_id: dataset, version_id: version };
  return (await client.call('createDatasetItem', { params, body: { text } })).body.id;
};
const code = async ({ client }: Person, sent: PlainRequest): Promise<string> =>
  codeIn(await answerOf(client, sent));
const usageOf = async ({ client }: Person) => (await client.call('getMyUsage')).body;

/** Sends a raw file, with its length or in pieces without one. */
const send = async (
  cairn: RunningCairn,
  { token }: Person,
  path: string,
  content: Uint8Array | string,
  { announced = true, name = 'a.bin' } = {},
) => {
  const pieces = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(Buffer.from(content));
      controller.close();
    },
  });
  const response = await fetch(`${cairn.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'x-filename': name,
    },
    body: announced ? Buffer.from(content) : pieces,
    ...(announced ? {} : { duplex: 'half' }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Announces a file and sends the first of it; what is told in its midst. */
const toldEarly = async (cairn: RunningCairn, { token }: Person, path: string, length: number) => {
  const { hostname, port } = new URL(cairn.baseUrl);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': length };
  const outgoing = request({ hostname, port, path, method: 'POST', headers });
  outgoing.write(randomBytes(1024));
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  outgoing.on('error', () => outgoing.destroy());
  const [body] = (await once(answer, 'data')) as [Buffer];
  outgoing.destroy();
  return problemIn({ status: answer.statusCode ?? 0, text: String(body) });
};

const refusals = (cairn: RunningCairn, bound: string): Promise<number> =>
  metricOf(cairn, `cairn_storage_refusals_total\\{bound="${bound}"\\}`, 0);

describe.each(topologies)('S47 filling storage on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.start(QUOTAS);
  });
  afterAll(() => cairn.remove());
  beforeEach(async () => {
    ada = await somebody(cairn);
  });

  it('an account owns so many datasets, deleted ones too, and another account is none of its concern', async () => {
    const [first] = [await makeDataset(ada), await makeDataset(ada), await makeDataset(ada)];
    const again: PlainRequest = { method: 'POST', path: '/api/v1/datasets', body: { name: 'fourth' } };
    const refused = await answerOf(ada.client, again);
    expect(problemIn(refused)).toMatchObject({
      status: 507,
      code: 'quota_reached',
      detail: expect.stringContaining('3 of 3 datasets'),
      errors: [{ code: 'datasets' }],
    });
    expect((await ada.client.call('deleteDataset', { params: { id: first.dataset } })).status).toBe(204);
    expect(await code(ada, again)).toBe('quota_reached');
    expect((await ada.client.call('restoreDataset', { params: { id: first.dataset } })).status).toBe(200);
    expect((await ada.client.call('listDatasets')).body).toHaveLength(3);
    expect((await usageOf(ada)).datasets).toEqual({ used: 3, limit: 3 });
    expect(await code(await somebody(cairn, 'eve'), again)).toBe('201');
    if (topology.name === 'one machine') expect(await refusals(cairn, 'datasets')).toBe(2);
  });

  it('datasets hold so many items of an account: one by one, in bulk and by import', async () => {
    const place = await makeDataset(ada);
    const importOf = (count: number) =>
      send(cairn, ada, `${place.path}/upload/jsonl`, lines(count), { name: 'lines.jsonl' });
    const refused = await importOf(21);
    expect(problemIn(refused)).toMatchObject({
      status: 507,
      code: 'quota_reached',
      errors: [{ code: 'items' }],
    });
    expect(jsonIn(refused)['detail']).toContain('Nothing was stored');
    expect((await usageOf(ada)).items.used).toBe(0);
    expect((await importOf(18)).status).toBe(200);
    const items: PlainRequest = { method: 'POST', path: `${place.path}/items`, body: { text: 'y' } };
    expect(await code(ada, items)).toBe('201');
    const item = await makeItem(ada, place);
    expect(await code(ada, items)).toBe('quota_reached');
    const bulk = { create: [{ text: 'z' }], delete: [item] };
    const { body } = await ada.client.call('bulkDatasetItems', {
      params: { dataset_id: place.dataset, version_id: place.version },
      body: bulk,
    });
    expect(body).toMatchObject({ created: 0, deleted: 1, errors: [{ index: 0, code: 'quota_reached' }] });
    expect((await usageOf(ada)).items).toEqual({ used: 20, limit: 20 });
    expect(await code(ada, { method: 'PUT', path: `${place.path}/items/${item}`, body: {} })).toBe(
      'not_found',
    );
    expect(await code(ada, { method: 'POST', path: `${place.path}/new` })).toBe('quota_reached');
    const { body: versions } = await ada.client.call('listDatasetVersions', {
      params: { dataset_id: place.dataset },
    });
    expect(versions).toHaveLength(1);
  });

  it('a file that was imported is imported again where nothing is left: it adds no items', async () => {
    const place = await makeDataset(ada);
    const again = () => send(cairn, ada, `${place.path}/upload/jsonl`, lines(20), { name: 'lines.jsonl' });
    expect((await again()).status).toBe(200);
    const told = jsonIn(await again());
    expect(told['import']).toMatchObject({ created: 0, unchanged: 20 });
  });

  it('former files and texts count, and what is too large is refused before it is there', async () => {
    const place = await makeDataset(ada);
    const item = await makeItem(ada, place);
    const path = `${place.path}/items/${item}/upload`;
    const before = await cairn.inside.blobs();
    const early = await toldEarly(cairn, ada, path, BYTES);
    expect(early).toMatchObject({ status: 507, code: 'quota_reached', errors: [{ code: 'bytes' }] });
    expect(codeIn(await send(cairn, ada, path, randomBytes(BYTES), { announced: false }))).toBe(
      'quota_reached',
    );
    expect(await cairn.inside.blobs()).toEqual(before);
    expect((await send(cairn, ada, path, randomBytes(80_000))).status).toBe(200);
    expect((await send(cairn, ada, path, randomBytes(80_000))).status).toBe(200);
    const { used } = (await usageOf(ada)).bytes;
    expect(used).toBeGreaterThan(160_000);
    expect(used).toBeLessThan(165_000);
    expect(codeIn(await send(cairn, ada, path, randomBytes(80_000)))).toBe('quota_reached');
    const text = 'long '.repeat(8_000);
    const rewrite: PlainRequest = { method: 'PUT', path: `${place.path}/items/${item}`, body: { text } };
    expect(await code(ada, rewrite)).toBe('quota_reached');
    expect(await code(ada, { ...rewrite, body: { text: 'short' } })).toBe('200');
    const processors = `/api/v1/datasets/${place.dataset}/post-processors`;
    const asking = (prompt: string) => ({ name: 'asks', external_provider: 'http', prompt });
    const processor = (prompt: string) =>
      code(ada, { method: 'POST', path: processors, body: asking(prompt) });
    expect([await processor('short'), await processor('x'.repeat(20_000))]).toEqual(['201', '201']);
    expect((await usageOf(ada)).bytes.used - used).toBeGreaterThan(20_000);
    expect(await processor('x'.repeat(20_000))).toBe('quota_reached');
    const params = { dataset_id: place.dataset };
    const { body } = await ada.client.call('listDatasetPostProcessors', { params });
    const id = body[0]?.id ?? '';
    expect(await code(ada, { method: 'DELETE', path: `${processors}/${id}` })).toBe('204');
    const secret = { visibility: 'public', public: true };
    expect(await code(ada, { method: 'PUT', path: `/api/v1/datasets/${place.dataset}`, body: secret })).toBe(
      '200',
    );
    expect(await code(ada, { method: 'DELETE', path: `${place.path}/items/${item}` })).toBe('204');
  });

  it('files of a form share what is left', async () => {
    const place = await makeDataset(ada);
    const item = await makeItem(ada, place);
    const form = new FormData();
    for (const name of ['a', 'b', 'c']) form.append(name, new Blob([randomBytes(80_000)]), name);
    const before = await cairn.inside.blobs();
    const response = await fetch(`${cairn.baseUrl}${place.path}/items/${item}/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}` },
      body: form,
    });
    expect(jsonIn({ text: await response.text() })['code']).toBe('quota_reached');
    expect((await cairn.inside.blobs()).length - before.length).toBeLessThanOrEqual(2);
  });

  it('uploads to which nothing was done are bounded for each caller', async () => {
    const place = await makeDataset(ada);
    const path = `/api/v1/datasets/${place.dataset}/upload`;
    expect(codeIn(await send(cairn, ada, path, randomBytes(60_000)))).toBe('logo_invalid');
    // It is counted when it was answered.
    const answers = [await send(cairn, ada, path, randomBytes(10))];
    while (answers.length < 50 && codeIn(answers.at(-1)!) === 'logo_invalid')
      answers.push(await send(cairn, ada, path, randomBytes(10)));
    const refused = answers.at(-1)!;
    expect(problemIn(refused)).toMatchObject({
      status: 429,
      code: 'rate_limited',
      detail: expect.stringContaining('50000 bytes a day'),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const eve = await somebody(cairn, 'eve');
    const hers = await makeDataset(eve);
    const logo = `/api/v1/datasets/${hers.dataset}/upload`;
    expect(codeIn(await send(cairn, eve, logo, randomBytes(10)))).toBe('logo_invalid');
  });

  it('who gets a dataset needs the room for all that is in it, and has it charged from then on', async () => {
    const [giver, taker] = [await somebody(cairn), await somebody(cairn, 'grace')];
    const firm = await foundFirm(giver);
    await joinFirm(cairn, firm, giver, taker);
    const given = await makeDataset(giver);
    await makeItem(giver, given);
    const transfer = {
      method: 'POST',
      path: `/api/v1/datasets/${given.dataset}/transfer`,
      body: { user_id: taker.id },
    } as const;
    for (let count = 0; count < 3; count += 1) await makeDataset(taker);
    expect(await code(giver, transfer)).toBe('quota_reached');
    const other = await somebody(cairn, 'mary');
    await joinFirm(cairn, firm, giver, other);
    await giver.client.call('transferDataset', {
      params: { id: given.dataset },
      body: { user_id: other.id },
    });
    expect(await usageOf(other)).toMatchObject({ datasets: { used: 1 }, items: { used: 1 } });
    expect(await usageOf(giver)).toMatchObject({ datasets: { used: 0 }, items: { used: 0 } });
  });

  it('what an account uses is for its person, and has no bounds where none are set', async () => {
    await makeDataset(ada);
    const bytes: unknown = { used: expect.any(Number), limit: BYTES };
    expect(await usageOf(ada)).toEqual({
      datasets: { used: 1, limit: 3 },
      items: { used: 0, limit: 20 },
      ...{ bytes, model_bytes: bytes, workflow_bytes: bytes, execution_bytes: bytes, graph_bytes: bytes },
    });
    expect((await usageOf(await somebody(cairn, 'eve'))).datasets.used).toBe(0);
    const nobody = await answerOf(cairn.client(), { method: 'GET', path: '/api/v1/me/usage' });
    expect(codeIn(nobody)).toBe('unauthenticated');
  });
});

describe.each(topologies)('S47 a disk without room on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_DISK_RESERVE_BYTES: String(2 ** 52) });
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.remove());

  it('takes no uploads and copies, and everything else', async () => {
    const place = await makeDataset(ada);
    const item = await makeItem(ada, place, 'large '.repeat(100_000));
    const before = await cairn.inside.blobs();
    for (const path of [`${place.path}/items/${item}/upload`, `${place.path}/upload/jsonl`]) {
      const refused = await send(cairn, ada, path, lines(3), { name: 'lines.jsonl' });
      expect(problemIn(refused)).toMatchObject({
        status: 507,
        code: 'storage_full',
        detail: expect.stringContaining(String(2 ** 52)),
      });
      expect(refused.headers.get('retry-after')).toBe('60');
    }
    const copy = await answerOf(ada.client, { method: 'POST', path: `${place.path}/new` });
    expect([codeIn(copy), copy.headers.get('retry-after')]).toEqual(['storage_full', '60']);
    expect(await cairn.inside.blobs()).toEqual(before);
    if (topology.name === 'one machine') expect(await refusals(cairn, 'disk')).toBe(3);
    const again = { method: 'PUT', path: `${place.path}/items/${item}`, body: { text: 'small' } } as const;
    expect(await code(ada, again)).toBe('200');
    expect(await code(ada, { method: 'DELETE', path: `${place.path}/items/${item}` })).toBe('204');
    expect((await ada.client.call('listDatasets')).body).toHaveLength(1);
  });
});
