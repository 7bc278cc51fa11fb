import { idsOf, patch, Projector, put, remove } from './conformance-store.js';
import type { Condition, Documents, Filter } from './port.js';

type Store = () => Documents;
const found = async (store: Store, filter: Filter) =>
  idsOf(await store().find('things', { filter, sort: 'size', limit: 100 }));

export const wordsCases = (store: Store): void => {
  const having = (all: readonly string[], prefix?: string, more: Filter = {}) =>
    found(store, { words: { field: 'words', all, prefix }, ...more });

  beforeEach(() =>
    new Projector(store()).apply(
      put({ id: 'a', size: 1, project: 'p', words: ['red', 'fox', '中文', 'straße'], tags: ['x'] }),
      put({ id: 'b', size: 2, project: 'p', words: ['red', 'foxes'] }),
      put({ id: 'c', size: 3, words: ['reddish', 'and', 'near', 'or', 'not'], tags: ['x'] }),
      put({ id: 'd', size: 4, words: 'red' }),
    ),
  );
  it('finds documents that have all words, the last by its beginning', async () => {
    expect(await having(['red'])).toEqual(['a', 'b']);
    expect(await having(['red', 'fox'])).toEqual(['a']);
    expect(await having(['red'], 'fo')).toEqual(['a', 'b']);
    expect(await having([], 'redd')).toEqual(['c']);
    expect(await having([], 'fox')).toEqual(['a', 'b']);
    expect(await having(['fo'])).toEqual([]);
    expect(await having(['fox', 'reddish'])).toEqual([]);
  });
  it('takes words as they are, whatever script or query language they could be', async () => {
    expect(await having(['straße'], '中')).toEqual(['a']);
    expect(await having(['and', 'or', 'not'], 'near')).toEqual(['c']);
    expect(await having([], 'strass')).toEqual([]);
    expect(await having(['"red" or'], undefined)).toEqual([]);
    expect(await having(['RED'])).toEqual([]);
  });
  it('asks for nothing without words', async () => {
    expect(await having([])).toEqual(['a', 'b', 'c', 'd']);
    expect(await having([], '')).toEqual(['a', 'b', 'c', 'd']);
  });
  it('combines with fields and elements', async () => {
    expect(await having([], 'red', { fields: { project: 'p', size: { from: 2 } } })).toEqual(['b']);
    expect(await having([], 'red', { any: { tags: ['x'] } })).toEqual(['a', 'c']);
    expect(await store().count('things', { words: { field: 'words', all: [], prefix: 'r' } }, 2)).toBe(2);
  });
  it('follows what changes', async () => {
    await new Projector(store()).apply(
      patch('a', { words: ['blue', 'fox'] }),
      patch('b', { size: 7 }),
      remove('c'),
    );
    expect(await having([], 'red')).toEqual(['b']);
    expect(await having(['fox'], 'bl')).toEqual(['a']);
  });
};

export const wordsInPartsCases = (store: Store): void => {
  const having = (all: readonly string[], prefix?: string) =>
    found(store, { words: { field: 'words', all, prefix } });

  it('takes the words of all parts, of which a change sets one', async () => {
    const words = { name: ['green', 'tea'], text: ['tea', 'pot'], none: null };
    await new Projector(store()).apply(
      put({ id: 'e', size: 5, words }),
      put({ id: 'f', size: 6, words: {} }),
    );
    expect(await having(['tea', 'pot'], 'gre')).toEqual(['e']);
    await new Projector(store()).apply(patch('e', { 'words.text': ['cup'] }));
    expect(await having(['tea', 'cup'], 'gre')).toEqual(['e']);
    expect(await having([], 'pot')).toEqual([]);
  });
};

const filterOf = (project: Condition, all: readonly string[], prefix?: string): Filter => ({
  fields: { project },
  words: { field: 'terms', all, prefix },
});

export const scopedWordsCases = (store: Store): void => {
  const having = (project: Condition, all: readonly string[], prefix?: string) =>
    found(store, filterOf(project, all, prefix));

  beforeEach(() =>
    new Projector(store()).apply(
      put({ id: 'a', size: 1, project: 'p', terms: ['red', 'fox', '中文'] }),
      put({ id: 'b', size: 2, project: 'p', terms: ['reddish', 'fox'] }),
      put({ id: 'c', size: 3, project: 'q', terms: ['red', 'fox'] }),
      put({ id: 'd', size: 4, terms: ['red', 'fox'] }),
      put({ id: 'e', size: 5, project: 'pp', terms: ['red'] }),
      put({ id: 'f', size: 6, project: 'p' }),
    ),
  );
  it('finds words within one value of the field, and in no other', async () => {
    expect(await having('p', [], 're')).toEqual(['a', 'b']);
    expect(await having('p', ['red'])).toEqual(['a']);
    expect(await having('q', ['red'], 'f')).toEqual(['c']);
    expect(await having('pp', [], 'r')).toEqual(['e']);
    expect(await having(null, ['fox'], 're')).toEqual(['d']);
    expect(await having('p', [], '中')).toEqual(['a']);
    expect(await having('none', [], 'r')).toEqual([]);
    expect(await store().count('things', filterOf('p', [], 'f'), 9)).toBe(2);
  });
  it('asks for nothing without words', async () => {
    expect(await having('p', [])).toEqual(['a', 'b', 'f']);
    expect(await having('p', [], '')).toEqual(['a', 'b', 'f']);
  });
  it('follows what changes, the scope too', async () => {
    await new Projector(store()).apply(
      patch('a', { project: 'q' }),
      patch('b', { terms: ['blue'] }),
      patch('d', { project: 'p' }),
      remove('c'),
    );
    expect(await having('p', [], 're')).toEqual(['d']);
    expect(await having('q', [], 're')).toEqual(['a']);
    expect(await having(null, [], 're')).toEqual([]);
  });
  it.each<[string, Condition | undefined]>([
    ['no value', undefined],
    ['several values', ['p', 'q']],
    ['a range', { from: 'a' }],
  ])('says that one value is declared, when %s is asked for', async (_, project) => {
    const words = { field: 'terms', all: [], prefix: 'r' };
    const filter = project === undefined ? { words } : { words, fields: { project } };
    await expect(store().find('things', { filter, sort: 'size', limit: 1 })).rejects.toThrow(/declares/);
    await expect(store().count('things', filter, 1)).rejects.toThrow(/declares/);
  });
};
