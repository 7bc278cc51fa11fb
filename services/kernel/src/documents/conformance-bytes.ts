import { idsOf, Projector, put } from './conformance-store.js';
import type { Document, Documents, Filter, FindPageOptions } from './port.js';

/** Texts of one, two and four bytes a letter: what counts is the JSON in UTF-8. */
const LETTERS = ['a', 'é', '😀'];
const BIG = 3_000;
const IN_ORDER = ['small0', 'small1', 'small2', 'big0', 'big1', 'big2', 'last'];
const READABLE = { project: 'p', readers: [{ token: 'public' }, { token: 'u' }] };

const textOf = (id: string): string => {
  const letter = LETTERS[Number(id.at(-1))] ?? 'z';
  return id.startsWith('big') ? letter.repeat(BIG) : letter;
};

const bytesOf = (documents: readonly Document[]): number =>
  documents.reduce((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0);

const fill = (store: () => Documents) => (): Promise<unknown> =>
  new Projector(store()).apply(
    ...IN_ORDER.map((id, size) => put({ id, size, text: textOf(id), ...READABLE })),
  );

/** Pages end by bytes as they do by number. */
export const byteCases = (store: () => Documents): void => {
  beforeEach(fill(store));

  /** Goes through all pages, and answers whom it met. */
  const allOf = async (
    wanted: FindPageOptions & { readonly mostBytes: number },
  ): Promise<readonly string[]> => {
    const { documents, bytes, isEnd } = await store().findPage('things', wanted);
    expect(bytes).toBeGreaterThanOrEqual(bytesOf(documents));
    expect(documents.length === 1 || bytesOf(documents) <= wanted.mostBytes).toBe(true);
    expect(documents.length).toBeLessThanOrEqual(wanted.limit);
    const last = documents.at(-1);
    if (isEnd || last === undefined) return idsOf(documents);
    const after = { value: last['size'] as number, id: last.id };
    return [...idsOf(documents), ...(await allOf({ ...wanted, after }))];
  };

  it.each<[string, Filter]>([
    ['one index', { fields: { project: 'p' } }],
    ['readers', { readers: { field: 'readers', tokens: ['public', 'u'], at: '2026-01-01T00:00:00.000Z' } }],
  ])('by %s have no more than they may, or one document, and lead to the end', async (_, filter) => {
    for (const mostBytes of [1, 400, 2 * BIG, 3.5 * BIG, 50 * BIG])
      for (const limit of [1, 4, 7, 100])
        // The second time some of them are known.
        for (let times = 0; times < 2; times += 1)
          expect(await allOf({ filter, sort: 'size', limit, mostBytes })).toEqual(IN_ORDER);
  });

  it('are filled as far as there is room', async () => {
    const wanted = { filter: { fields: { project: 'p' } }, sort: 'size' };
    const all = await store().find('things', { ...wanted, limit: 5 });
    const pageOf = async (mostBytes: number) =>
      (await store().findPage('things', { ...wanted, limit: 100, mostBytes })).documents;
    expect(await pageOf(bytesOf(all))).toEqual(all);
    expect(await pageOf(bytesOf(all) - 1)).toEqual(all.slice(0, -1));
  });
};

export const someCases = (store: () => Documents): void => {
  beforeEach(fill(store));

  it('are as many as fit, and tell how many of the ids were gone through', async () => {
    const ids = ['last', 'none', 'big1', 'small0', 'big2', 'other', 'small1'];
    const all = await store().getMany('things', ids);
    expect(await store().getSome('things', ids)).toEqual({ documents: all, covered: ids.length });
    for (const mostBytes of [1, 400, 2 * BIG, 2.5 * BIG, 50 * BIG]) {
      const got: Document[] = [];
      for (let left: readonly string[] = ids; left.length > 0;) {
        const { documents, covered } = await store().getSome('things', left, mostBytes);
        expect(documents.length === 1 || bytesOf(documents) <= mostBytes).toBe(true);
        got.push(...documents);
        left = left.slice(covered);
      }
      expect(got).toEqual(all);
    }
    expect(await store().getSome('things', [])).toEqual({ documents: [], covered: 0 });
  });
};
