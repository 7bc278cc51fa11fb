import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../sqlite/index.js';
import { START } from '../../base/position.js';
import { documentsTargetConformance, type StoreUnderTest } from '../../targets/conformance-documents.js';
import { documentsConformance } from '../conformance.js';
import { MODEL, Projector, put, remove } from '../conformance-store.js';
import { findAmong } from '../matching.js';
import { DocumentsUnavailable } from '../port.js';
import { openSqliteDocuments } from './documents.js';
import { sweepOnce } from './sweep.js';

let folder: string;
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-documents-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const newPath = (): string => join(folder, `views-${files++}.db`);

documentsConformance('a SQLite file', async () => {
  const path = newPath();
  return { documents: openSqliteDocuments({ path }), reopen: async () => openSqliteDocuments({ path }) };
});

const openedAt = async (path: string): Promise<StoreUnderTest> => ({
  documents: openSqliteDocuments({ path }),
  reopen: () => openedAt(path),
});
documentsTargetConformance('a SQLite file', () => openedAt(newPath()));

describe('documents in SQLite', () => {
  it('leave nothing of what was removed or rewritten in the file', async () => {
    const path = newPath();
    const documents = openSqliteDocuments({ path });
    await documents.prepare([MODEL]);
    const secret = 'zanzibarquagga';
    const document = {
      id: 'a',
      project: secret,
      labels: [secret],
      readers: [{ token: secret }],
      words: [secret],
    };
    await new Projector(documents).apply(put(document), put({ ...document, id: 'b' }), put({ id: 'c' }));
    await documents.scrub();
    expect(readFileSync(path).includes(secret)).toBe(true);
    await new Projector(documents).apply(remove('a'), put({ id: 'b', words: ['other'] }));
    await documents.scrub();
    expect(readFileSync(path).includes(secret)).toBe(false);
    expect(readFileSync(`${path}-wal`)).toHaveLength(0);
    await documents.close();
  });

  it('law 8: wait for who reads the write-ahead log before it is emptied', async () => {
    const path = newPath();
    const documents = openSqliteDocuments({ path, busyTimeoutMs: 1 });
    await documents.prepare([MODEL]);
    await new Projector(documents).apply(put({ id: 'a', words: ['secret'] }));
    const other = openDatabase(path, { synchronous: 'NORMAL' });
    other.exec('BEGIN');
    other.prepare('SELECT count(*) FROM sqlite_schema').all();
    let scrubbed = false;
    const scrub = documents.scrub().then(() => (scrubbed = true));
    await new Promise((done) => setTimeout(done, 50));
    expect(scrubbed).toBe(false);
    other.exec('ROLLBACK');
    await scrub;
    expect(readFileSync(`${path}-wal`)).toHaveLength(0);
    other.close();
    await documents.close();
  });

  it('R11: say that the file is damaged when pages of it are not what was written', async () => {
    const path = newPath();
    const whole = openSqliteDocuments({ path });
    await whole.prepare([MODEL]);
    const many = Array.from({ length: 700 }, (_, n) => put({ id: `${n}`, words: ['w', `w${n}`] }));
    await new Projector(whole).apply(...many);
    await whole.scrub();
    await whole.close();
    const bytes = readFileSync(path);
    // The first page tells what tables there are.
    bytes.fill(0xaa, 8192);
    writeFileSync(path, bytes);
    const damaged = jest.fn();
    const documents = openSqliteDocuments({ path, damaged });
    await expect(documents.prepare([MODEL])).rejects.toThrow(DocumentsUnavailable);
    expect(damaged).toHaveBeenCalled();
    await documents.close();
  });

  it('sweep away generations and versions that nobody reads, a bit at a time', async () => {
    const path = newPath();
    const documents = openSqliteDocuments({ path });
    await documents.prepare([MODEL]);
    const many = Array.from({ length: 700 }, (_, n) =>
      put({ id: `${n}`, tags: ['x', 'y'], words: ['w', `w${n}`] }),
    );
    await new Projector(documents).apply(...many);
    await documents.beginNext('test.things');
    await documents.promoteNext('test.things', START);
    await documents.close();

    const database = openDatabase(path, { synchronous: 'NORMAL' });
    const tables = database.prepare<readonly [string]>(
      "SELECT name FROM sqlite_master WHERE name GLOB '*__v1_g1*'",
    );
    expect(tables.all().length).toBeGreaterThan(10);
    let steps = 0;
    while (sweepOnce(database)) steps += 1;
    expect(steps).toBeGreaterThan(10);
    expect(tables.all()).toEqual([]);
    database.close();

    const again = openSqliteDocuments({ path });
    await again.prepare([MODEL]);
    await new Projector(again).apply(put({ id: 'a' }));
    expect(await again.get('things', 'a')).toEqual({ id: 'a' });
    await again.close();
  });

  it('tell what kept them from sweeping, and go on', async () => {
    const path = newPath();
    const unswept = jest.fn();
    const documents = openSqliteDocuments({ path, busyTimeoutMs: 1, unswept });
    await documents.prepare([MODEL]);
    await new Projector(documents).apply(put({ id: 'a' }));
    await documents.prepare([{ ...MODEL, version: MODEL.version + 1 }]);
    const other = openDatabase(path, { synchronous: 'NORMAL' });
    other.exec('BEGIN IMMEDIATE');
    while (unswept.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unswept.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringContaining('locked') })],
    ]);
    other.exec('ROLLBACK');
    other.close();
    await new Projector(documents).apply(put({ id: 'b' }));
    expect(await documents.get('things', 'b')).toEqual({ id: 'b' });
    await documents.close();
  });

  it('count what was counted before as the changes have made it, and no change that was undone', async () => {
    const documents = openSqliteDocuments({ path: newPath() });
    await documents.prepare([MODEL]);
    const projector = new Projector(documents);
    const project = { fields: { project: 'p' } };
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => put({ id: `d${from + n}`, project: 'p' }));
    await projector.apply(...many(0, 1_500));
    expect(await documents.count('things', project, 10_000)).toBe(1_500);
    await projector.apply(...many(1_500, 1_503), remove('d7'), put({ id: 'd8', project: 'q' }));
    expect(await documents.count('things', project, 10_000)).toBe(1_501);
    const twice = ['a', 'b'].map((id) => put({ id, space: 's', name: 'n' }, 'names'));
    await expect(projector.apply(...many(2_000, 2_010), ...twice)).rejects.toThrow('unique');
    expect(await documents.count('things', project, 10_000)).toBe(1_501);
    await documents.close();
  });

  it('find by words that very many documents have, in order and with the rest of the filter', async () => {
    const documents = openSqliteDocuments({ path: newPath() });
    await documents.prepare([MODEL]);
    const many = Array.from({ length: 4_500 }, (_, n) => ({
      id: String(n).padStart(4, '0'),
      size: n % 7,
      project: n % 2 === 0 ? 'even' : 'odd',
      words: n % 50 === 0 ? ['rare'] : ['common', `w${n}`],
      readers: [{ token: n % 3 === 0 ? 'public' : 'user:1' }, { token: `user:${n % 2}` }],
    }));
    await new Projector(documents).apply(...many.map((document) => put(document)));
    const words = { field: 'words', all: ['common'], prefix: undefined };
    const readers = { field: 'readers', tokens: ['public', 'user:1'], at: '2026-01-01T00:00:00.000Z' };
    for (const filter of [{ words }, { words, readers }, { words, readers, fields: { project: 'even' } }]) {
      for (const sort of ['size', '-size', 'id']) {
        const options = { filter, sort, limit: 40, after: { value: 3, id: '0500' } };
        expect(await documents.find('things', options)).toEqual(findAmong(many, options));
      }
      const all = findAmong(many, { filter, sort: 'id', limit: 9_999 });
      expect(await documents.count('things', filter, 9_999)).toBe(all.length);
    }
    await documents.close();
  });

  it('say that the store cannot be reached while another process holds the file', async () => {
    const path = newPath();
    const documents = openSqliteDocuments({ path, busyTimeoutMs: 1 });
    await documents.prepare([MODEL]);
    const other = openDatabase(path, { synchronous: 'NORMAL' });
    other.exec('BEGIN IMMEDIATE');
    await expect(new Projector(documents).applyAt(START, '1', [])).rejects.toBeInstanceOf(
      DocumentsUnavailable,
    );
    other.exec('ROLLBACK');
    expect(await new Projector(documents).applyAt(START, '1', [])).toEqual({ status: 'applied' });
    other.close();
    await documents.close();
  });

  it.each(['a b', 'a__b', '', 'sqlite-x', '1a'])('refuse %j as the name of a collection', async (name) => {
    const documents = openSqliteDocuments({ path: newPath() });
    const model = { projection: 'test.names', version: 1, collections: [{ name, indexes: [] }] };
    await expect(documents.prepare([model])).rejects.toThrow('name');
    await documents.close();
  });
});
