import { createHash } from 'node:crypto';
import { codeIn } from '../support/answers.js';
import { AT_ONCE } from '../support/cells.js';
import { checkedClient } from '../support/contract.js';
import { picture } from '../support/files.js';
import { every, everyOperation } from '../support/operations.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire, type WireAnswer } from '../support/wire.js';
import { makeWorld, pathIn, type World } from '../support/world.js';

const content = 'the file of an item';
/** What takes a file as a form; a body with a head is none, whatever its type. */
const uploads = every(
  ({ upload, body }) => upload?.head === undefined && upload !== undefined && body === undefined,
);
const stored = every(({ replies }) => 206 in replies);
const made = every(
  ({ method, replies, access }) =>
    method === 'GET' && replies[200]?.file === true && !(206 in replies) && access !== 'anonymous',
);
const limits = {
  CAIRN_MAX_ITEM_FILE_BYTES: '65536',
  CAIRN_MAX_ARCHIVE_BYTES: '65536',
  CAIRN_MAX_MODEL_ASSET_BYTES: '65536',
};
/** A model takes several files at once: each is what the name of its field says. */
const ofOneFile = uploads.filter(({ upload }) => upload?.limit !== 'modelAsset');
const ofSeveral = uploads.filter(({ upload }) => upload?.limit === 'modelAsset');

describe.each(topologies)('files on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let world: World;

  beforeAll(async () => {
    cairn = await topology.shared(limits);
    ada = await somebody(cairn);
    world = await makeWorld(ada);
  });
  afterAll(() => cairn.leave());

  const item = () => ({ dataset_id: world.dataset, version_id: world.version, id: world.item });
  const itemPath = () => `/api/v1/datasets/${world.dataset}/versions/${world.version}/items/${world.item}`;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<WireAnswer> =>
    wire(cairn, { method, path, token: ada.token, headers });
  const code = ({ status, text, headers }: WireAnswer): string =>
    codeIn({ status, text, headers: new Headers({ 'content-type': headers['content-type'] ?? '' }) });

  interface Part {
    readonly field: string;
    readonly name?: string;
    readonly type?: string;
    readonly content: string | Uint8Array;
  }
  const form = (...parts: readonly Part[]) => {
    const boundary = 'boundary-of-a-form';
    const pieces = parts.flatMap(({ field, name, type, content: bytes }) => [
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n`,
      type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
      bytes,
      '\r\n',
    ]);
    const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
    return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
  };
  const post = (
    path: string,
    sent: { headers?: Record<string, string>; body?: string | Uint8Array | Buffer },
  ) => wire(cairn, { method: 'POST', path, token: ada.token, ...sent });

  it('a file is sent whole, in part, or not at all', () =>
    everyOperation(
      stored,
      async (operation) => {
        const path = pathIn(world, operation);
        const whole = await get(path);
        const size = whole.bytes.length;
        const etag = `"${createHash('sha256').update(whole.bytes).digest('hex')}"`;
        expect(whole.headers).toMatchObject({
          etag,
          'accept-ranges': 'bytes',
          'content-length': String(size),
        });
        const ranges: readonly (readonly [string, number, number])[] = [
          ['bytes=0-0', 0, 1],
          ['bytes=5-', 5, size],
          ['bytes=-3', size - 3, size],
          ['bytes=2-4', 2, 5],
          [`bytes=2-${size + 100}`, 2, size],
          [`bytes=-${size + 100}`, 0, size],
        ];
        for (const [range, from, to] of ranges) {
          const part = await get(path, { range });
          expect([range, part.status, part.headers['content-range']]).toEqual([
            range,
            206,
            `bytes ${from}-${to - 1}/${size}`,
          ]);
          expect(part.bytes).toEqual(whole.bytes.subarray(from, to));
        }
        for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
          const beyond = await get(path, { range });
          expect([range, beyond.status, beyond.headers['content-range']]).toEqual([
            range,
            416,
            `bytes */${size}`,
          ]);
          expect(code(beyond)).toBe('range_not_satisfiable');
        }
        for (const range of ['bytes=4-2', 'bytes=x-y', 'items=0-1', 'bytes=0-1,3-4', 'bytes'])
          expect([range, (await get(path, { range })).bytes.length]).toEqual([range, size]);
        expect((await get(path, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
        expect((await get(path, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
        expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
        const head = await get(path, {}, 'HEAD');
        expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
          200,
          0,
          String(size),
        ]);
      },
      { atOnce: AT_ONCE },
    ));

  it('what is made while it is sent has no ranges', () =>
    everyOperation(
      made,
      async (operation) => {
        const { status, headers } = await get(pathIn(world, operation), { range: 'bytes=0-1' });
        expect([status, headers['accept-ranges']]).toEqual([200, 'none']);
        expect(headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''/);
      },
      { atOnce: AT_ONCE },
    ));

  it.each(['file', 'logo', 'upload', 'image', 'data', 'whatever it is called'])(
    'a form may name the file %p',
    async (field) => {
      const other = { field: 'note', content: 'not the file' };
      const answer = await post(
        `${itemPath()}/upload`,
        form(other, { field, name: `${field}.txt`, type: 'text/plain', content }),
      );
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({
        size: content.length,
        extension: '.txt',
        content_type: 'text/plain',
      });
      expect((await get(`${itemPath()}/download`)).text).toBe(content);
    },
  );

  it('what takes several files takes them by their types, each once', () =>
    everyOperation(ofSeveral, async (operation) => {
      const labels = (field: string, text = 'cat\ndog\n') => ({ field, name: 'l.txt', content: text });
      const path = pathIn(world, operation);
      const before = await cairn.inside.head();
      for (const [sent, wrong] of [
        [form(labels('labels_file'), labels('whatever')), '/whatever'],
        [form(labels('labels_file'), labels('labels_file', 'one\ntwo\n')), '/labels_file'],
        [form(labels('file'), { field: 'asset_type', content: 'labels' }), '/file'],
        [form(labels('file')), '/file'],
      ] as const) {
        const answer = await post(path, sent);
        expect([answer.status, code(answer)]).toEqual([422, 'asset_type_unknown']);
        expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ pointer: wrong }] });
      }
      expect(await cairn.inside.head()).toBe(before);
      const tflite = { field: 'tflite_model', name: 'm.tflite', content: '\0\0\0\0TFL3' };
      const both = await post(path, form(labels('labels_file', 'cat\n'), tflite));
      expect(JSON.parse(both.text)).toMatchObject({ has_labels_file: true, has_tflite_model: true });
      const one = await post(path, form(labels('upload'), { field: 'asset_type', content: 'labels_file' }));
      expect(JSON.parse(one.text)).toMatchObject({ has_labels_file: true, has_tflite_model: true });
    }));

  it('what takes one file guesses none of several', () =>
    everyOperation(ofOneFile, async (operation) => {
      const before = await cairn.inside.head();
      for (const field of ['file', 'b']) {
        const odd = { field: 'a', name: 'a.txt', content: 'a' };
        const answer = await post(
          pathIn(world, operation),
          form(odd, { field, name: 'b.txt', content: 'b' }),
        );
        expect([answer.status, code(answer)]).toEqual([422, 'invalid_body']);
        expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ pointer: `/${field}` }] });
      }
      expect(await cairn.inside.head()).toBe(before);
    }));

  it.each(['text/csv; charset=latin1', 'text/csv; charset="utf-8"', 'text/csv'])(
    'a file of %s is the same as a form and raw',
    async (type) => {
      const sent = [
        form({ field: 'file', name: 'a.csv', type, content }),
        { headers: { 'content-type': type, 'x-filename': 'a.csv' }, body: content },
      ];
      for (const one of sent) {
        expect((await post(`${itemPath()}/upload`, one)).status).toBe(200);
        const { headers } = await get(`${itemPath()}/download`);
        expect(headers['content-type']).toBe(type.replaceAll('"', ''));
      }
    },
  );

  it('an upload outlives a field in a charset that is none', () =>
    everyOperation(uploads, async (operation) => {
      const odd = form({ field: 'note', type: 'text/plain; charset=none', content: 'x' });
      expect(code(await post(pathIn(world, operation), odd))).toBe('malformed_request');
      expect((await get('/healthz')).status).toBe(200);
    }));

  it('a raw body is named by Content-Disposition or X-Filename', async () => {
    const type = { 'content-type': 'text/plain' };
    const named_ = async (headers: Record<string, string>) => {
      const answer = await post(`${itemPath()}/upload`, { headers: { ...type, ...headers }, body: content });
      expect(answer.status).toBe(200);
      return (await get(`${itemPath()}/download`)).headers['content-disposition'];
    };
    expect(await named_({ 'content-disposition': 'attachment; filename="plain.md"' })).toContain('plain.md');
    expect(await named_({ 'content-disposition': "attachment; filename*=UTF-8''M%C3%B6we.md" })).toContain(
      'M%C3%B6we.md',
    );
    expect(await named_({ 'x-filename': 'header.md' })).toContain('header.md');
  });

  it('an upload needs a file', () =>
    everyOperation(uploads, async (operation) => {
      const path = pathIn(world, operation);
      for (const sent of [
        form(),
        form({ field: 'note', content: 'x' }),
        form({ field: 'file', name: 'empty.txt', content: '' }),
        { headers: { 'content-type': 'text/plain' }, body: '' },
        { headers: { 'content-type': 'text/plain', 'x-filename': 'empty.txt' }, body: '' },
        { headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }, body: '' },
      ]) {
        const answer = await post(path, sent);
        expect([answer.status, code(answer)]).toEqual([422, 'file_missing']);
      }
      const boundless = await post(path, { headers: { 'content-type': 'multipart/form-data' }, body: 'x' });
      expect(code(boundless)).toBe('malformed_request');
      const cut = form({ field: 'file', name: 'a.csv', content: 'text\nx\n' });
      const half = await post(path, { ...cut, body: cut.body.subarray(0, cut.body.length - 30) });
      expect([400, 422]).toContain(half.status);
    }));

  it('an upload over its limit is 413, and nothing of it stays', () =>
    everyOperation(uploads, async (operation) => {
      const before = await cairn.inside.blobs();
      const large = Buffer.alloc(operation.upload?.limit === 'logo' ? 2_200_000 : 70_000, 'x');
      const path = pathIn(world, operation);
      const form_ = form({ field: 'file', name: 'large.csv', content: large });
      for (const sent of [
        form_,
        { headers: { 'content-type': 'text/csv', 'x-filename': 'large.csv' }, body: large },
      ]) {
        const answer = await post(path, sent);
        expect([answer.status, code(answer)]).toEqual([413, 'payload_too_large']);
      }
      expect(await cairn.inside.blobs()).toEqual(before);
    }));

  it('an image tells its size, a logo its place', async () => {
    const client = checkedClient(cairn.baseUrl, ada.token);
    const drawn = { name: 'drawn.png', contentType: 'image/png', content: picture(31, 17) };
    const { body } = await client.call('uploadDatasetItem', { params: item(), file: drawn });
    expect(body).toMatchObject({
      extension: '.png',
      content_type: 'image/png',
      attributes: { width: 31, height: 17 },
    });
    const logo = await client.call('uploadDatasetLogo', { params: { id: world.dataset }, file: drawn });
    expect(logo.body).toMatchObject({ has_logo: true, logo: `/api/v1/datasets/${world.dataset}/logo` });
    await client.call('deleteDatasetLogo', { params: { id: world.dataset } });
    expect((await client.try('getDatasetLogo', { params: { id: world.dataset } })).status).toBe(404);
    expect((await client.call('getDataset', { params: { id: world.dataset } })).body).toMatchObject({
      has_logo: false,
      logo: '',
    });
  });

  it('an unknown format is 422, by its name in the path and in the query', async () => {
    const version = `/api/v1/datasets/${world.dataset}/versions/${world.version}`;
    const sent = { headers: { 'content-type': 'text/csv' }, body: 'text\nx\n' };
    expect(code(await post(`${version}/upload/no_such`, sent))).toBe('format_unknown');
    expect(code(await get(`${version}/download?format=no_such`))).toBe('format_unknown');
    expect((await post(`${version}/upload/CSV`, sent)).status).toBe(200);
  });
});
