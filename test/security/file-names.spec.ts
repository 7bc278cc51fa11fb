import { filesBelow, picture } from '../support/files.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';

describe.each(topologies)('files and their names on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;

  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  const newVersion = async () => {
    const { body } = await ada.client.call('createDataset', { body: { name: 'files' } });
    return { dataset_id: body.id, version_id: body.active_version_id ?? '' };
  };
  const newItem = async () => {
    const at = await newVersion();
    const { body } = await ada.client.call('createDatasetItem', { params: at, body: { name: 'an item' } });
    return { ...at, id: body.id };
  };

  describe('S30 a logo', () => {
    const upload = async (name: string, content: Uint8Array | string, contentType = 'image/png') => {
      const { body } = await ada.client.call('createDataset', { body: { name: 'logo' } });
      const params = { id: body.id };
      const file = {
        name,
        contentType,
        content: typeof content === 'string' ? content : Uint8Array.from(content),
      };
      const answer = await ada.client.try('uploadDatasetLogo', { params, file });
      return { answer, logo: await ada.client.try('getDatasetLogo', { params }) };
    };

    it('that is a script in an SVG can do nothing', async () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
      const { answer, logo } = await upload('logo.svg', svg, 'image/svg+xml');
      expect(answer.status).toBe(200);
      expect(logo.status).toBe(200);
      expect(logo.headers.get('content-security-policy')).toContain('sandbox');
      expect(logo.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(logo.headers.get('x-content-type-options')).toBe('nosniff');
      expect(logo.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    });

    it.each([
      ['a page', '<!doctype html><script>alert(1)</script>'],
      ['a program', 'MZ\u0090\0'],
      ['text', 'hello'],
      ['half a magic number', '\u0089PN'],
      ['an archive', String.fromCharCode(0x50, 0x4b, 3, 4)],
    ])('that is %s by its first bytes is refused, whatever it says it is', async (_, content) => {
      const { answer, logo } = await upload('logo.png', Buffer.from(content, 'latin1'));
      expect(answer).toMatchObject({ status: 415, body: { code: 'logo_invalid' } });
      expect(logo.status).toBe(404);
    });

    it('that claims to be four thousand million pixels is never drawn', async () => {
      const flood = Buffer.from(picture());
      flood.writeUInt32BE(0xffff, 16);
      flood.writeUInt32BE(0xffff, 20);
      const { answer } = await upload('logo.png', flood);
      expect([200, 415, 422]).toContain(answer.status);
    });

    it('over 2 MB is refused', async () => {
      const large = Buffer.concat([picture(), Buffer.alloc(2_100_000)]);
      expect((await upload('logo.png', large)).answer).toMatchObject({ status: 413 });
    });

    it('is sent as the picture that it is', async () => {
      const { logo } = await upload('logo.exe', picture(), 'application/x-msdownload');
      expect(logo.headers.get('content-type')).toBe('image/png');
      expect(logo.headers.get('x-content-type-options')).toBe('nosniff');
    });
  });

  it('S30 a page that was uploaded to an item is data, not a page', async () => {
    const params = await newItem();
    const file = { name: 'page.html', contentType: 'text/html', content: '<script>alert(1)</script>' };
    await ada.client.call('uploadDatasetItem', { params, file });
    const { headers } = await ada.client.call('downloadDatasetItem', { params });
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  const names = [
    '../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/passwd',
    'a"; filename="b.exe',
    'x\u202egnp.exe',
    'Möwe.png',
    'a;b=c.txt',
    '%2e%2e%2fx',
    '.',
    '..',
    'x'.repeat(2000),
  ];
  it.each(names)('S32 the file name %p is a name', async (name) => {
    const params = await newItem();
    await ada.client.call('uploadDatasetItem', { params, file: { name, content: 'x' } });
    const { headers } = await ada.client.call('downloadDatasetItem', { params });
    const disposition = headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(
      /^attachment(; ?filename="(?:[^"\\]|\\.)*")?(; ?filename\*=UTF-8''[\w%!#$&+.^`|~-]+)?$/,
    );
    const told = decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? '');
    expect(told).not.toMatch(/[/\\]|^\.{1,2}$|\p{Cc}/u);
    expect(filesBelow(cairn.folder).filter((file) => /passwd|boot\.ini|\.exe/.test(file))).toEqual([]);
  });

  it('S32 line ends in a file name write no header', async () => {
    const item = await newItem();
    const boundary = 'a-boundary';
    const body = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a%0d%0aSet-Cookie: x=1\\r\\nb.txt"',
      'Content-Type: text/plain',
      '',
      'x',
      `--${boundary}--`,
      '',
    ].join('\r\n');
    const path = `/api/v1/datasets/${item.dataset_id}/versions/${item.version_id}/items/${item.id}/upload`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect((await wire(cairn, { method: 'POST', path, token: ada.token, headers, body })).status).toBe(200);
    const answer = await ada.client.call('downloadDatasetItem', { params: item });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('S32 formats and files of the documents are closed lists', async () => {
    const at = await newVersion();
    const status = async (method: string, path: string, body?: string) =>
      (
        await wire(cairn, {
          method,
          path,
          token: ada.token,
          headers: { 'content-type': 'text/csv' },
          ...(body === undefined ? {} : { body }),
        })
      ).status;
    const version = `/api/v1/datasets/${at.dataset_id}/versions/${at.version_id}`;
    for (const format of ['..%2f..%2fetc', '..%5cx', 'csv%00', 'no_such', '__proto__', 'constructor']) {
      expect([400, 404, 422]).toContain(await status('POST', `${version}/upload/${format}`, 'text\nx\n'));
      expect([400, 404, 422]).toContain(await status('GET', `${version}/download?format=${format}`));
      expect([400, 404]).toContain(await status('GET', `/docs/${format}`));
    }
    for (const path of [
      '/docs/..%2f..%2fpackage.json',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
      '/docs/.env',
    ])
      expect([400, 404]).toContain(await status('GET', path));
  });
});
