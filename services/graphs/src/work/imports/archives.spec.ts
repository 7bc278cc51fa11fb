import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { descriptorsOf, until, zipOf } from '@cairn/kernel/testkit';
import type { VersionPath } from '../../testing/content-under-test.js';
import { FilesUnderTest } from '../../testing/files-under-test.js';
import { withFile } from './file-elements.js';
import { survey } from './survey.js';

const NODES = 'id,labels\nada,Person\ncharles,Person\n';
const EDGES = 'source,target,type\nada,charles,KNOWS\n';

describe('an import of a zip', () => {
  let files: FilesUnderTest;
  let path: VersionPath;
  beforeAll(async () => {
    files = await FilesUnderTest.start();
  });
  afterAll(() => files.stop());
  beforeEach(async () => {
    path = await files.version();
  });

  const isEmpty = async (): Promise<boolean> =>
    (await files.exported(path, 'csv', 'nodes')).text.trim().split('\n').length === 1;
  const flipped = (zip: Buffer, at: number, bits: number): Buffer => {
    zip.writeUInt8(zip.readUInt8(at) ^ bits, at);
    return zip;
  };

  it('stores its tables as one graph, which comes back from an export of them', async () => {
    const zip = await zipOf({
      'edges.csv': `${EDGES}ada,grace,KNOWS\n`,
      'README.txt': 'hi',
      'nodes.csv': NODES,
    });
    expect(await files.imported(path, zip)).toMatchObject({
      ...{
        format: 'csv',
        dialect: 'tables',
        nodes_read: 2,
        nodes_created: 3,
        nodes_implied: 1,
        edges_created: 2,
      },
      warnings: ['files that are no tables: "README.txt" (1)'],
    });
    const { bytes, extension, notHeld } = await files.exported(path, 'csv', 'tables');
    expect([extension, notHeld]).toEqual(['.zip', []]);
    const again = await files.imported(path, bytes, { mode: 'replace' });
    expect(again).toMatchObject({ nodes_unchanged: 3, edges_unchanged: 2, nodes_deleted: 0, warnings: [] });
  });

  it('names the table of what cannot be read, and of what cannot be stored', async () => {
    const broken = await files.tried(
      path,
      await zipOf({ 'a/edges.csv': `${EDGES}ada\n`, 'nodes.csv': NODES }),
    );
    expect(broken).toMatchObject({
      status: 'failed',
      error_code: 'graph_file_invalid',
      message: 'Line 3, column 1 of a/edges.csv: the row has 1 cells, the header 3. Nothing was stored.',
      errors: [{ file: 'a/edges.csv', line: 3, column: 1, code: 'structure_invalid' }],
    });
    const twice = await files.tried(path, await zipOf({ 'a.csv': NODES, 'b.csv': 'id\ngrace\nada\n' }));
    expect(twice).toMatchObject({
      error_code: 'content_invalid',
      errors: [{ file: 'b.csv', line: 3, column: 1, code: 'uid_repeated' }],
    });
    expect(await isEmpty()).toBe(true);
  });

  it('is refused when the archive is hostile or damaged, and nothing is stored', async () => {
    const zip = await zipOf({ 'nodes.csv': NODES });
    const escaping = Buffer.from(zip.toString('latin1').replaceAll('nodes.csv', '../ab.csv'), 'latin1');
    const encrypted = flipped(Buffer.from(zip), zip.lastIndexOf('PK\x01\x02') + 8, 1);
    const hostile = [
      ['invalid relative path', escaping],
      ['encrypted', encrypted],
      ['100 times its size', await zipOf({ 'nodes.csv': `id\n${'a\n'.repeat(3_000_000)}` })],
      ['link', await zipOf({ 'nodes.csv': '/etc/passwd' }, 0o120777)],
      ['not a zip', zip.subarray(0, -30)],
      ['no table', await zipOf({ 'README.txt': 'hi', LICENSE: 'free' })],
    ] as const;
    for (const [why, bytes] of hostile) {
      const { error_code, message, errors } = await files.tried(path, bytes);
      expect([why, error_code, message]).toEqual([why, 'graph_file_invalid', expect.stringContaining(why)]);
      expect(errors).toMatchObject([{ code: 'archive_invalid' }]);
    }
    expect(await isEmpty()).toBe(true);
  });

  it('that is stopped leaves no copy of the archive open', async () => {
    const { tools } = files.running;
    const rows = Array.from({ length: 100_000 }, (_, at) => `n${at}\n`).join('');
    const zip = Readable.from([await zipOf({ 'nodes.csv': `id\n${rows}` })]);
    const stored = await tools.blobs.put(zip, { maxBytes: 1e9 });
    const record = { ...stored, content_type: 'application/zip', file_name: 'nodes.zip' };
    const stopped = new Error('stopped');
    const lease = {
      check: () => {
        throw stopped;
      },
    };
    const reading = withFile(record, { mode: 'merge', dry_run: true }, tools, (file) =>
      survey(file, lease, false),
    );
    await expect(reading).rejects.toBe(stopped);
    await until(async () => descriptorsOf('upload.zip (deleted)').length === 0, 5_000);
  });

  it('is refused for what is packed otherwise, but for gzip', async () => {
    const seven = await files.tried(path, Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'));
    expect([seven.error_code, seven.message]).toEqual([
      'format_not_recognised',
      'The file is packed with 7z: unpack it, or send a zip.',
    ]);
    const book = await files.tried(
      path,
      await zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }),
    );
    expect([book.error_code, book.message]).toEqual([
      'format_not_recognised',
      expect.stringContaining('Excel'),
    ]);
    expect(await files.imported(path, gzipSync(NODES))).toMatchObject({ dialect: 'nodes', nodes_created: 2 });
  });
});
