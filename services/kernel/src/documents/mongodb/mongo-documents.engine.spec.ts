import { mongoForSpecs } from '../../testkit/mongodb.js';
import { documentsTargetConformance, type StoreUnderTest } from '../../targets/conformance-documents.js';
import { documentsConformance } from '../conformance.js';
import { MODEL, Projector, patch, put } from '../conformance-store.js';
import type { Document, Documents } from '../port.js';
import { ChangeRefused } from '../port.js';
import { openMongoDocuments } from './documents.js';

const server = mongoForSpecs();

documentsConformance('MongoDB', async () => {
  const url = server.freshDatabase();
  return { documents: await openMongoDocuments({ url }), reopen: () => openMongoDocuments({ url }) };
});

const openedAt = async (url: string): Promise<StoreUnderTest> => ({
  documents: await openMongoDocuments({ url }),
  reopen: () => openedAt(url),
});
documentsTargetConformance('MongoDB', () => openedAt(server.freshDatabase()));

describe('documents in MongoDB', () => {
  let documents: Documents;
  beforeEach(async () => {
    documents = await openMongoDocuments({ url: server.freshDatabase() });
    await documents.prepare([MODEL]);
  });
  afterEach(() => documents.close());

  const kept = async (document: Document): Promise<string> => {
    await new Projector(documents).apply(put(document));
    return JSON.stringify(await documents.get('things', document.id));
  };

  it.each<[string, Document]>([
    [
      'keys that mean something to MongoDB',
      { id: 'a', $set: { 'a.b': 1 }, _id: 2, $ref: 'x', $id: 1, 'a..': 3, '': {} },
    ],
    ['keys that mean something to its driver', { id: 'a', x: { _bsontype: 'Long', $oid: '1' }, toBSON: 1 }],
    ['keys with NUL', { id: 'a', 'b\0c': { '\0': 1 } }],
    [
      'numbers',
      { id: 'a', n: [0, 1, -1, 2 ** 31, 2 ** 53, 1.5, 1e21, 1e-7, 5e-324, -1.7976931348623157e308] },
    ],
    ['texts', { id: 'a', t: ['', '\0', 'a\0b', '\ud800', 'x\udc00y', '😀', '\ufeff', 'e\u0301'] }],
    ['what is empty', { id: 'a', a: [], o: {}, n: [[], [[]], {}, null], deep: { a: { b: {} } } }],
    ['the order of the keys', { id: 'a', z: 1, b: { z: 1, a: 2 }, a: 3 }],
    ['texts in indexed fields', { id: 'a', project: 'a\0b', tags: ['\0'], words: ['$x', '^y'], size: 1 }],
  ])('come back as they were put: %s', async (_, document) => {
    expect(await kept(document)).toBe(JSON.stringify(document));
    await new Projector(documents).apply(patch('a', { more: 1 }));
    expect(JSON.stringify(await documents.get('things', 'a'))).toBe(JSON.stringify({ ...document, more: 1 }));
  });

  it('are found by texts that hold NUL or what MongoDB takes for an expression', async () => {
    await kept({ id: 'a\0b', project: 'x\0y', tags: ['$in', '\0'], words: ['(a|b)*', 'a\0c'] });
    const find = async (filter: Parameters<Documents['count']>[1]) => documents.count('things', filter, 9);
    expect(await documents.get('things', 'a\0b')).toBeDefined();
    expect(await find({ fields: { project: 'x\0y', id: 'a\0b' } })).toBe(1);
    expect(await find({ any: { tags: ['$in'] } })).toBe(1);
    expect(await find({ words: { field: 'words', all: ['a\0c'], prefix: '(a|' } })).toBe(1);
    expect(await find({ words: { field: 'words', all: [], prefix: '(a|b)*b' } })).toBe(0);
  });

  it('hold arrays and objects in indexed fields by their JSON, several of them at once', async () => {
    await kept({ id: 'a', project: ['p', 'q'], size: ['r'], counts: { items: [1] }, done: { x: 1 } });
    expect(await documents.count('things', { fields: { project: 'p' } }, 9)).toBe(0);
    expect(await documents.count('things', { fields: { project: '["p","q"]', done: '{"x":1}' } }, 9)).toBe(1);
  });

  it('are refused when MongoDB cannot hold them', async () => {
    const change = put({ id: 'a', text: 'x'.repeat(17_000_000) });
    const error = await new Projector(documents).apply(change).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ChangeRefused);
    expect((error as ChangeRefused).change).toBe(change);
    const large = { id: 'b', text: 'ä'.repeat(4_000_000) };
    expect(await kept(large)).toBe(JSON.stringify(large));
    expect(await documents.getMany('things', ['b', 'b'])).toHaveLength(2);
  });

  it('are given many at once, more than one answer of the server holds', async () => {
    const large = Array.from({ length: 6 }, (_, n) => ({
      id: `${n}`,
      size: n,
      text: `${n}`.repeat(4_000_000),
    }));
    for (const document of large) await new Projector(documents).apply(put(document));
    const ids = large.map(({ id }) => id).toReversed();
    expect((await documents.getMany('things', ids)).map(({ id }) => id)).toEqual(ids);
    expect(await documents.find('things', { filter: {}, sort: 'size', limit: 9 })).toEqual(large);
  });

  it.each(['a b', 'a__b', '', 'system.x', '1a', '$a'])(
    'refuse %j as the name of a collection',
    async (name) => {
      const model = { projection: 'test.names', version: 1, collections: [{ name, indexes: [] }] };
      await expect(documents.prepare([model])).rejects.toThrow('name');
    },
  );
});
