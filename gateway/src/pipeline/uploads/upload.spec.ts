import { once } from 'node:events';
import { request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { form, names, type Outcome, startUploads, type Uploads } from '../../testkit/uploads.js';

describe('uploads', () => {
  let uploads: Uploads;
  beforeAll(async () => (uploads = await startUploads()));
  afterAll(() => uploads.stop());

  const post: Uploads['post'] = (...sent) => uploads.post(...sent);
  it('takes a file and fields of a form', async () => {
    const outcome = await post(form(['note', 'hello'], ['file', 'content', '../ä/Möwe 1.txt']));
    expect(outcome).toEqual({
      upload: {
        fields: { note: 'hello' },
        files: [
          {
            field: 'file',
            fileName: 'Möwe 1.txt',
            contentType: 'text/plain',
            size: 7,
            sha256: 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73',
          },
        ],
      },
    });
  });

  it('takes a body with a head as it is, whatever its type, and says how long the head is', async () => {
    uploads.options.set = { head: 'X-Head' };
    const type = { 'content-type': 'multipart/form-data; boundary=none' };
    const headOf = async (head: Record<string, string>, body = 'head and more') => {
      const outcome = await post(body, { ...type, ...head });
      return 'upload' in outcome ? outcome.upload.files[0]?.headBytes : outcome.problem;
    };
    expect(await headOf({ 'x-head': '4' })).toBe(4);
    expect(await headOf({})).toBe(13);
    for (const wrong of ['14', '0', '-1', '1e1', '9007199254740993', '4, 4'])
      expect(await headOf({ 'x-head': wrong })).toBe('invalid_header');
    expect(await headOf({ 'content-encoding': 'gzip' })).toBe('unsupported_media_type');
    uploads.options.set = {};
  });

  it('takes files under any name and drops none', async () => {
    expect(names(await post(form(['whatever', 'x', 'w.txt'])))).toEqual(['whatever:w.txt']);
    expect(names(await post(form(['a', 'x', 'a.txt'], ['file', 'x', 'b.txt'])))).toEqual([
      'a:a.txt',
      'file:b.txt',
    ]);
    expect(names(await post(form(['file', 'x', 'f.txt'], ['unused input of a browser', '', ''])))).toEqual([
      'file:f.txt',
    ]);
    expect(await post(form(['file', '', 'empty.txt'], ['file', 'x', 'f.txt']))).toEqual({
      problem: 'file_missing',
    });
    expect(names(await post(form(['file', 'text alone'])))).toEqual({ problem: 'file_missing' });
  });

  describe.each(['--b\r\n', 'a preamble\r\n--b\r\n'])('a form that begins with %j', (begin) => {
    const note =
      'Content-Disposition: form-data; name="note"\r\nContent-Type: text/csv; charset=ascii\r\n\r\nx';
    const file = (type: string, name = '; filename="a.csv"') =>
      `Content-Type: ${type}\r\nContent-Disposition: form-data; name="file"${name}\r\n\r\na;b\r\n\r\n1;2`;
    const typesOf = async (...parts: readonly string[]) => {
      const body = `${begin}${parts.join('\r\n--b\r\n')}\r\n--b--\r\n`;
      const outcome = await post(body, { 'content-type': 'multipart/form-data; boundary="b"' });
      return 'upload' in outcome ? outcome.upload.files.map(({ contentType }) => contentType) : outcome;
    };

    it.each([
      ['text/csv; charset=latin1', 'text/csv; charset=latin1'],
      ['text/csv; charset="utf-8"', 'text/csv; charset=utf-8'],
      ['Text/CSV', 'text/csv'],
    ])('takes a file of %s as raw', async (type, expected) => {
      expect(await typesOf(note, file(type))).toEqual([expected]);
      const raw = await post('a;b', { 'content-type': type });
      expect(raw).toMatchObject({ upload: { files: [{ contentType: expected }] } });
    });

    it('keeps the types of files apart', async () => {
      const untyped = 'Content-Disposition: form-data; name="b"; filename="b"\r\n\r\nx';
      const unnamed = file('application/octet-stream; charset=latin1', '');
      expect(await typesOf(untyped, note, file('text/plain; charset=latin1'), unnamed)).toEqual([
        'text/plain',
        'text/plain; charset=latin1',
        'application/octet-stream; charset=latin1',
      ]);
    });
  });

  it('takes a raw body with its name', async () => {
    const headers = { 'content-type': 'image/png', 'x-filename': 'M%C3%B6we.png' };
    const outcome = await post('bytes', headers);
    expect(outcome).toMatchObject({
      upload: { files: [{ field: '', fileName: 'Möwe.png', contentType: 'image/png', size: 5 }] },
    });
    const disposition = { 'content-disposition': 'attachment; filename="a/b.txt"' };
    expect(names(await post('x', disposition))).toEqual([':b.txt']);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['an empty body', '', {}, 'file_missing'],
    ['a raw body that is too large', 'x'.repeat(1001), {}, 'payload_too_large'],
    ['a form without a boundary', 'x', { 'content-type': 'multipart/form-data' }, 'malformed_request'],
    [
      'a form that does not end',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
      { 'content-type': 'multipart/form-data; boundary=b' },
      'malformed_request',
    ],
    [
      'a field in a charset that is none',
      '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=none\r\n\r\nx\r\n--b--',
      { 'content-type': 'multipart/form-data; boundary=b' },
      'malformed_request',
    ],
    ['a compressed body', 'x', { 'content-encoding': 'gzip' }, 'unsupported_media_type'],
  ])('refuses %s', async (_, body, headers, problem) => {
    expect(await post(body, headers)).toEqual({ problem });
  });

  it('refuses a file in a form that is too large, and too many parts', async () => {
    expect(await post(form(['file', 'x'.repeat(1001), 'a.txt']))).toEqual({ problem: 'payload_too_large' });
    const many = Array.from({ length: 21 }, (_, index) => ['file', 'x', `${index}.txt`] as const);
    expect(await post(form(...many))).toEqual({ problem: 'payload_too_large' });
    const fields = Array.from({ length: 101 }, (_, index) => [`f${index}`, 'x'] as const);
    expect(await post(form(...fields))).toEqual({ problem: 'payload_too_large' });
  });

  it('S11: refuses a form whose texts are too much together, or whose files are', async () => {
    const texts = (count: number) =>
      Array.from({ length: count }, (_, at) => [`f${at}`, 'x'.repeat(60_000)] as const);
    expect(await post(form(...texts(5), ['file', 'x', 'a.txt']))).toEqual({ problem: 'payload_too_large' });
    expect(names(await post(form(...texts(4), ['file', 'x', 'a.txt'])))).toEqual(['file:a.txt']);
    const files = Array.from({ length: 3 }, (_, at) => ['file', 'x'.repeat(900), `${at}.txt`] as const);
    expect(names(await post(form(...files)))).toHaveLength(3);
  });

  it('S11: refuses a form that goes on beyond its limit without telling its length', async () => {
    // What stands before the first part of a form is read and dropped.
    const preamble = Array.from({ length: 20 }, () => Buffer.alloc(200_000, 'x'));
    const client = send(uploads.address, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    client.on('error', () => client.destroy());
    const outcome = once(uploads.server, 'outcome');
    for (const chunk of preamble) client.write(chunk);
    await outcome;
    expect(uploads.outcomes.at(-1)).toEqual({ problem: 'payload_too_large' });
    client.destroy();
  });

  describe.each([
    ['raw', { 'content-type': 'text/plain' }, '', ''],
    [
      'in a form',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
      '\r\n--b--\r\n',
    ],
  ])('a file that comes slowly, %s', (_, headers, begin, end) => {
    /** A byte each 50 ms. */
    const trickled = async (bytes: number): Promise<Outcome> => {
      const client = send(uploads.address, { method: 'POST', headers });
      client.on('error', () => client.destroy());
      const outcome = once(uploads.server, 'outcome');
      client.write(begin);
      const before = uploads.outcomes.length;
      for (let sent = 0; sent < bytes && uploads.outcomes.length === before; sent += 1) {
        client.write('x');
        await pause(50);
      }
      client.end(end);
      await outcome;
      client.destroy();
      return uploads.outcomes.at(-1)!;
    };
    afterEach(() => (uploads.options.set = {}));

    it('is taken, however long it takes, while it comes fast enough', async () => {
      uploads.options.set = { idleMs: 1_000, bytesPerSecond: 5 };
      // Twice as long as nothing may come.
      expect(await trickled(40)).toMatchObject({ upload: { files: [{ size: 40 }] } });
    });

    it('S11: is given up when it comes a byte now and then', async () => {
      uploads.options.set = { idleMs: 300, bytesPerSecond: 500 };
      expect(await trickled(1_000)).toEqual({ problem: 'request_timeout' });
    });
  });

  it('leaves nothing of an upload that breaks off', async () => {
    const before = uploads.stored();
    const outcome = once(uploads.server, 'outcome');
    const client = send(uploads.address, { method: 'POST', headers: { 'content-length': '500' } });
    client.on('error', () => client.destroy());
    client.write('half');
    uploads.server.once('request', () => setImmediate(() => client.destroy()));
    await outcome;
    expect(uploads.outcomes.at(-1)).toEqual({ problem: 'malformed_request' });
    expect(uploads.stored()).toBe(before);
  });

  it('refuses an upload that stands still', async () => {
    uploads.options.set = { idleMs: 20 };
    const client = send(uploads.address, { method: 'POST', headers: { 'content-length': '500' } });
    client.write('half');
    const [answer] = (await once(client, 'response')) as [AsyncIterable<Buffer>];
    let text = '';
    for await (const chunk of answer) text += chunk.toString();
    expect(JSON.parse(text)).toEqual({ problem: 'request_timeout' });
    client.destroy();
  });
});
