import { idsOf, Projector, put } from './conformance-store.js';
import type { Documents, Filter } from './port.js';

/** Texts that mean something to a store or to its language. */
const TEXTS = [
  "'",
  '"',
  '`',
  '\\',
  '%',
  '_',
  '*',
  '$',
  '.',
  '/',
  '-',
  ':',
  ' ',
  '\u0001',
  '\u001f',
  '\u007f',
  '\ufffe',
  '\u{10ffff}',
  "' OR 1=1 --",
  '"; DROP TABLE x; --',
  'a* OR b',
  'NEAR(a b)',
  '^a',
  '{"$gt":""}',
  '$where',
  '__proto__',
  'constructor',
  'toString',
  '-9e999',
  'null',
  '0',
  'x'.repeat(10_000),
];
/** Texts that not every store can hold as they are. */
const UNHEARD = ['\0', 'a\0b', '\ud800', 'a\udfff', '\udc00\ud800', '\0'.repeat(5_000)];

const at = '2026-01-01T00:00:00.000Z';

const filters: readonly (readonly [string, (text: string) => Filter])[] = [
  ['a field', (text) => ({ fields: { project: text } })],
  ['one of several', (text) => ({ fields: { project: [text, 'none'] } })],
  ['an element', (text) => ({ any: { tags: [text] } })],
  ['a token', (text) => ({ readers: { field: 'readers', tokens: [text], at } })],
  ['a word', (text) => ({ words: { field: 'words', all: [text], prefix: undefined } })],
  ['a whole beginning', (text) => ({ words: { field: 'words', all: [], prefix: `${text}\u{10fffe}` } })],
  ['an id', (text) => ({ fields: { id: `id ${text}` } })],
];

const documents = TEXTS.map((text, size) => ({
  id: `id ${text}`,
  size,
  project: text,
  tags: [text],
  readers: [{ token: text }],
  words: [text, `${text}\u{10fffe}`],
}));

/** S36: texts are compared with what is there, whatever they would mean to the engine. */
export const hostileCases = (store: () => Documents): void => {
  beforeEach(() => new Projector(store()).apply(...documents.map((document) => put(document))));

  it.each(filters)('S36: finds by %s what is literally there', async (_, filterOf) => {
    for (const text of TEXTS) {
      const filter = filterOf(text);
      const found = idsOf(await store().find('things', { filter, sort: 'size', limit: 100 }));
      expect([text, found]).toEqual([text, [`id ${text}`]]);
      expect(await store().count('things', filter, 100)).toBe(1);
    }
  });
  it.each(filters)('S36: finds nothing by %s that nobody can have', async (_, filterOf) => {
    for (const text of UNHEARD) {
      const filter = filterOf(text);
      expect(await store().find('things', { filter, sort: 'size', limit: 100 })).toEqual([]);
      expect(await store().count('things', filter, 100)).toBe(0);
    }
  });
  it('S36: gets what is literally there', async () => {
    const ids = documents.map(({ id }) => id);
    expect(idsOf(await store().getMany('things', [...ids, ...UNHEARD]))).toEqual(ids);
    for (const id of ids) expect((await store().get('things', id))?.id).toBe(id);
    for (const id of UNHEARD) expect(await store().get('things', id)).toBeUndefined();
  });
  it('S36: goes on behind whatever a page is said to have ended with', async () => {
    for (const sort of ['project', '-project', 'id', '-id', 'size'])
      for (const text of [...TEXTS, ...UNHEARD]) {
        const all = await store().find('things', { filter: {}, sort, limit: 100 });
        const after = { value: text, id: text };
        const rest = idsOf(await store().find('things', { filter: {}, sort, limit: 100, after }));
        expect(idsOf(all).slice(all.length - rest.length)).toEqual(rest);
      }
  });
};
