import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { type ArchiveEntry, zipOf } from '../support/archive-maker.js';
import { unzip } from '../support/archives.js';
import { endlessUploads } from '../support/endless-uploads.js';
import { bytesOf, filesBelow } from '../support/files.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';

const line = '{"text":"from an archive"}\n';
const many = (count: number): ArchiveEntry[] =>
  Array.from({ length: count }, (_, index) => ({ name: `f/${index}.txt`, content: '' }));

/** Archives that are refused whole. */
const hostile: Readonly<Record<string, readonly ArchiveEntry[]>> = {
  'a path that climbs': [{ name: '../../evil.jsonl', content: line }],
  'a path that climbs later': [{ name: 'a/../../evil.jsonl', content: line }],
  'an absolute path': [{ name: '/tmp/evil.jsonl', content: line }],
  'a path with backslashes': [{ name: '..\\..\\evil.jsonl', content: line }],
  'a drive': [{ name: 'C:\\evil.jsonl', content: line }],
  'a symbolic link': [{ name: 'evil.jsonl', content: '/etc/passwd', mode: 0o120777 }],
  'a device': [{ name: 'evil.jsonl', content: '', mode: 0o020666 }],
  'a name twice': [
    { name: 'data.jsonl', content: line },
    { name: 'data.jsonl', content: '{"text":"another"}\n' },
  ],
  'a ratio of a bomb': [{ name: 'data.jsonl', content: ' '.repeat(50_000_000) }],
  'sizes that lie': [{ name: 'data.jsonl', content: line.repeat(1000), claimedSize: 10 }],
  'entries over each other': [
    { name: 'data.jsonl', content: line },
    { name: 'more.jsonl', content: line, overlaps: 0 },
  ],
  'a name with NUL': [{ name: 'data.jsonl\0.txt', content: line }],
};

describe.each(topologies)('uploads on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;

  beforeAll(async () => {
    cairn = await topology.shared({
      CAIRN_MAX_ITEM_FILE_BYTES: String(8 * 1024 * 1024),
      CAIRN_MAX_ARCHIVE_BYTES: String(4 * 1024 * 1024),
    });
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  const newVersion = async () => {
    const { body } = await ada.client.call('createDataset', {
      body: { name: 'uploads', default_splits: true },
    });
    return { dataset_id: body.id, version_id: body.active_version_id ?? '' };
  };
  const importFile = (
    at: { dataset_id: string; version_id: string },
    name: string,
    content: Uint8Array | string,
  ) =>
    ada.client.try('importDataset', {
      params: { dataset_id: at.dataset_id, id: at.version_id },
      file: { name, content: typeof content === 'string' ? content : Uint8Array.from(content) },
    });
  const newItem = async () => {
    const at = await newVersion();
    const { body } = await ada.client.call('createDatasetItem', { params: at, body: { name: 'an item' } });
    return { ...at, id: body.id };
  };

  it.each(Object.keys(hostile))(
    'S26 an archive with %s is refused, and nothing of it stays',
    async (what) => {
      const at = await newVersion();
      const blobs = await cairn.inside.blobs();
      const answer = await importFile(at, 'archive.zip', zipOf(hostile[what] ?? []));
      const damaged = what === 'sizes that lie' ? 'import_record_invalid' : 'archive_unsafe';
      expect([answer.status, (answer.body as { code?: string }).code]).toEqual([422, damaged]);
      const items = await ada.client.call('listDatasetItems', { params: at });
      expect(items.headers.get('x-total-count')).toBe('0');
      expect((await cairn.inside.blobs()).length).toBeLessThanOrEqual(blobs.length + 1);
      expect(existsSync('/tmp/evil.jsonl')).toBe(false);
      for (const folder of [tmpdir(), dirname(cairn.folder), process.cwd()])
        expect(readdirSync(folder).filter((name) => name.startsWith('evil'))).toEqual([]);
      expect(filesBelow(cairn.folder).filter((name) => name.includes('evil'))).toEqual([]);
    },
  );

  it('S26 an archive that is cut off, or none at all, is refused', async () => {
    const at = await newVersion();
    const whole = zipOf([{ name: 'data.jsonl', content: line }]);
    const garbage = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)]);
    for (const content of [whole.subarray(0, whole.length - 30), whole.subarray(0, 20), garbage])
      expect((await importFile(at, 'archive.zip', content)).status).toBe(422);
    expect((await importFile(at, 'archive.zip', whole)).status).toBe(200);
  });

  it('S26 an archive over its limit is 413, many entries are taken', async () => {
    const at = await newVersion();
    const large = zipOf([{ name: 'data.jsonl', content: randomBytes(5 * 1024 * 1024) }]);
    expect((await importFile(at, 'archive.zip', large)).status).toBe(413);
    const busy = zipOf([{ name: 'data.jsonl', content: line }, ...many(2_000)]);
    expect((await importFile(at, 'archive.zip', busy)).status).toBeLessThan(500);
  });

  it('S11 a stream without end stops soon after the limit, while others are served', async () => {
    const { item, sent, meanwhile, statuses } = await endlessUploads(cairn, ada);
    expect(meanwhile).toBe(200);
    expect(statuses).toEqual([413, 413, 413]);
    // Three times the limit, and what stands in the buffers of the connections.
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    const { body } = await ada.client.call('getDatasetItem', { params: item });
    expect(body.size).toBeUndefined();
  });

  it('S28 formulas are neutralised in CSV, and import(export(x)) = x', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1+cmd',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      "'=1",
      "''=1",
      'plain',
      '-5',
      '=HYPERLINK("http://x","y")',
    ];
    const at = await newVersion();
    await ada.client.call('bulkDatasetItems', {
      params: at,
      body: { create: texts.map((text) => ({ name: text, text })) },
    });
    const exported = async (from: typeof at): Promise<string> => {
      const { body } = await ada.client.call('downloadDatasetVersion', {
        params: { dataset_id: from.dataset_id, id: from.version_id },
        query: { format: 'csv' },
      });
      const bytes = await bytesOf(body);
      if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) return bytes.toString();
      const files = await unzip(bytes);
      return [...files]
        .filter(([name]) => name.endsWith('.csv'))
        .map(([, content]) => String(content))
        .join('');
    };
    const written = await exported(at);
    const cells = written
      .split(/[\r\n]+(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .flatMap((row) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
    expect(cells.filter((cell) => /^"?[=+@]/.test(cell))).toEqual([]);
    expect(written).toContain("'=1+1");
    const copy = await newVersion();
    expect((await importFile(copy, 'copy.csv', written)).status).toBe(200);
    const read = await ada.client.call('listDatasetItems', { params: copy });
    expect(read.body.map(({ text }) => text).sort()).toEqual([...texts].sort());
  });

  describe('S40 while an upload streams', () => {
    /** Uploads half a file, does something, uploads the rest. */
    const interrupted = async (
      person: Person,
      item: Awaited<ReturnType<typeof newItem>>,
      act: () => Promise<unknown>,
    ) => {
      async function* halves(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(64 * 1024, 1);
        await act();
        yield Buffer.alloc(64 * 1024, 2);
      }
      const path = `/api/v1/datasets/${item.dataset_id}/versions/${item.version_id}/items/${item.id}/upload`;
      const headers = { 'content-type': 'application/octet-stream', 'x-filename': 'halves' };
      return wire(cairn, { method: 'POST', path, token: person.token, headers, body: halves() });
    };

    it('the item is deleted: the upload finds nothing', async () => {
      const item = await newItem();
      const answer = await interrupted(ada, item, () =>
        ada.client.call('deleteDatasetItem', { params: item }),
      );
      expect(answer.status).toBe(404);
      await ada.client.call('restoreDatasetItem', { params: item });
      const { body } = await ada.client.call('getDatasetItem', { params: item });
      expect(body.content_sha256).toBeUndefined();
    });

    it('the dataset is deleted: the upload finds nothing', async () => {
      const item = await newItem();
      const answer = await interrupted(ada, item, () =>
        ada.client.call('deleteDataset', { params: { id: item.dataset_id } }),
      );
      expect(answer.status).toBe(404);
    });

    it('the session ends: nothing is stored', async () => {
      const item = await newItem();
      const { body } = await cairn.client().call('login', {
        body: { username: ada.username, password: 'a long enough password' },
      });
      const session = { ...ada, token: body.apikey, client: cairn.client(body.apikey) };
      const answer = await interrupted(session, item, () => session.client.call('logout'));
      expect([401, 403, 404]).toContain(answer.status);
      const { body: read } = await ada.client.call('getDatasetItem', { params: item });
      expect(read.content_sha256).toBeUndefined();
    });
  });
});
