import { idsOf, patch, Projector, put, remove } from './conformance-store.js';
import type { Condition, Documents, Filter, FindOptions } from './port.js';

type Store = () => Documents;
const found = async (store: Store, filter: Filter, options: Partial<FindOptions> = {}) =>
  idsOf(await store().find('things', { filter, sort: 'size', limit: 100, ...options }));

export const gettingCases = (store: Store): void => {
  it('gets many in the order of the ids and leaves out what is not there', async () => {
    await new Projector(store()).apply(put({ id: 'a', n: 1 }), put({ id: 'b' }), put({ id: 'c' }));
    const many = await store().getMany('things', ['c', 'x', 'a']);
    expect(many).toEqual([{ id: 'c' }, { id: 'a', n: 1 }]);
    expect(await store().getMany('things', [])).toEqual([]);
  });
  it('counts up to the limit', async () => {
    await new Projector(store()).apply(
      put({ id: 'a' }),
      put({ id: 'b' }),
      put({ id: 'c', tags: ['x', 'y'] }),
    );
    expect(await store().count('things', {}, 5)).toBe(3);
    expect(await store().count('things', {}, 3)).toBe(3);
    expect(await store().count('things', {}, 2)).toBe(2);
    expect(await store().count('things', { any: { tags: ['x', 'y'] } }, 5)).toBe(1);
  });
  it.each<[string, Filter, string]>([
    ['a field', { fields: { other: 1 } }, 'id'],
    ['a sort', {}, '-other'],
    ['an array', { any: { size: ['x'] } }, 'id'],
    ['readers', { readers: { field: 'tags', tokens: [], at: '2026-01-01T00:00:00.000Z' } }, 'id'],
    ['words', { words: { field: 'tags', all: ['x'], prefix: undefined } }, 'id'],
  ])('says that no index declares %s', async (_, filter, sort) => {
    await expect(store().find('things', { filter, sort, limit: 1 })).rejects.toThrow(/declares/);
  });
};

const putSizes = (store: Store) => {
  const sizes = { a: 2, b: null, c: 1, d: 2, e: -1.5, f: undefined, g: 10 };
  return new Projector(store()).apply(
    ...Object.entries(sizes).map(([id, size]) => put({ id, size, project: 'p' })),
  );
};

export const sortingCases = (store: Store): void => {
  beforeEach(() => putSizes(store));
  const ASCENDING = ['b', 'f', 'e', 'c', 'a', 'd', 'g'];

  it('sorts in both directions, absent values first, ties by id in the same direction', async () => {
    expect(await found(store, {})).toEqual(ASCENDING);
    expect(await found(store, {}, { sort: '-size' })).toEqual(ASCENDING.toReversed());
    expect(await found(store, { fields: { project: 'p' } })).toEqual(ASCENDING);
    expect(await found(store, {}, { sort: '-id' })).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
    expect(await found(store, {}, { sort: 'project', limit: 3 })).toEqual(['a', 'b', 'c']);
  });
};

export const pagingCases = (store: Store): void => {
  beforeEach(() => putSizes(store));

  it.each(['size', '-size', 'id', '-id', 'project', '-counts.items'])(
    'pages by %s to the end',
    async (sort) => {
      const all = await found(store, {}, { sort });
      const field = sort.replace('-', '');
      const paged: string[] = [];
      let after: FindOptions['after'];
      for (let page = 0; page <= all.length; page += 1) {
        const [document] = await store().find('things', {
          filter: {},
          sort,
          limit: 1,
          ...(after && { after }),
        });
        if (document === undefined) break;
        paged.push(document.id);
        const value = document[field];
        after = {
          id: document.id,
          value: typeof value === 'string' || typeof value === 'number' ? value : null,
        };
      }
      expect(all).toHaveLength(7);
      expect(paged).toEqual(all);
    },
  );
};

export const insertedCases = (store: Store): void => {
  beforeEach(() => putSizes(store));

  it('neither repeats nor loses a document when others come between pages', async () => {
    const after = { value: 1, id: 'c' };
    await new Projector(store()).apply(
      put({ id: 'aa', size: 0 }),
      put({ id: 'cc', size: 1 }),
      remove('c'),
      remove('g'),
    );
    expect(await found(store, {}, { after })).toEqual(['cc', 'a', 'd']);
    expect(await found(store, {}, { after, sort: '-size' })).toEqual(['aa', 'e', 'f', 'b']);
  });
  it('orders texts by code points', async () => {
    const names = ['Z', 'a', 'é', 'z', '\uffee', '😀'];
    await new Projector(store()).apply(
      ...names.map((project, n) => put({ id: `n${n}`, project, tags: ['n'] })),
    );
    expect(await found(store, { any: { tags: ['n'] } }, { sort: 'project' })).toEqual([
      'n0',
      'n1',
      'n3',
      'n2',
      'n4',
      'n5',
    ]);
  });
};

export const filteringCases = (store: Store): void => {
  beforeEach(() =>
    new Projector(store()).apply(
      put({ id: 'a', size: 1, project: 'p', done: true, counts: { items: 1 }, tags: ['x'] }),
      put({ id: 'b', size: 2, project: 'p', done: false, tags: ['x', 'y'] }),
      put({ id: 'c', size: 3, project: 'q', done: null, tags: ['y', 'y'] }),
      put({ id: 'd', size: 4, tags: 'x' }),
    ),
  );
  it.each<[string, Filter, string]>([
    ['everything', {}, 'abcd'],
    ['a text', { fields: { project: 'p' } }, 'ab'],
    ['true', { fields: { done: true } }, 'a'],
    ['false', { fields: { done: false } }, 'b'],
    ['null, also absent', { fields: { done: null } }, 'cd'],
    ['a number', { fields: { size: 2 } }, 'b'],
    ['not a number as a text', { fields: { size: '2' } }, ''],
    ['a path', { fields: { 'counts.items': 1 } }, 'a'],
    ['the id', { fields: { id: ['a', 'd', 'x'] } }, 'ad'],
    ['one of several', { fields: { project: ['q', null] } }, 'cd'],
    ['one of none', { fields: { project: [] } }, ''],
    ['a range', { fields: { size: { from: 2, to: 4 } } }, 'bc'],
    ['a range without an end', { fields: { size: { from: 2 } } }, 'bcd'],
    ['a range of what is there', { fields: { project: {} } }, 'abc'],
    ['a range without a beginning', { fields: { project: { to: 'q' } } }, 'ab'],
    ['several fields', { fields: { project: 'p', done: false, size: { from: 0 } } }, 'b'],
    ['an element', { any: { tags: ['x'] } }, 'ab'],
    ['any element, each document once', { any: { tags: ['x', 'y', 'z'] } }, 'abc'],
    ['no element', { any: { tags: [] } }, ''],
    ['an element and fields', { any: { tags: ['x'] }, fields: { project: 'p', size: { from: 2 } } }, 'b'],
  ])('finds by %s', async (_, filter, expected) => {
    expect((await found(store, filter)).join('')).toBe(expected);
    expect((await found(store, filter, { sort: '-id' })).toReversed().join('')).toBe(expected);
    expect(await store().count('things', filter, 100)).toBe(expected.length);
  });
  it('finds by more values than one scan each', async () => {
    const tags = Array.from({ length: 300 }, (_, n) => `none-${n}`);
    expect(await found(store, { any: { tags: [...tags, 'x', 'y'] } })).toEqual(['a', 'b', 'c']);
  });
};

/** In their order; some stand before every digit and before what numbers begin with as texts. */
const IDS = ['!', '#', '-A', '-Z', '5', 'a', 'b', 'c', 'd', 'ä'];

export const idCases = (store: Store): void => {
  it.each<[string, Condition, readonly string[]]>([
    ['all', {}, IDS],
    ['from one on', { from: '-A' }, IDS.slice(2)],
    ['up to one', { to: '5' }, IDS.slice(0, 4)],
    ['between', { from: '#', to: '-Z' }, IDS.slice(1, 3)],
    ['after every number', { from: 9 }, IDS],
    ['before a number', { to: 9 }, []],
    ['a number', 5, []],
    ['numbers and texts', [5, true, null, 'ä'], ['ä']],
  ])('finds ids: %s', async (_, id, expected) => {
    await new Projector(store()).apply(...IDS.map((each) => put({ id: each })));
    const filter = { fields: { id } };
    expect(await found(store, filter, { sort: 'id' })).toEqual(expected);
    expect(await found(store, filter, { sort: '-id' })).toEqual(expected.toReversed());
    expect(await store().count('things', filter, 100)).toBe(expected.length);
  });
};

export const readersCases = (store: Store): void => {
  const AT = '2026-03-01T12:00:00.000Z';
  const visible = (tokens: readonly string[], at = AT, more: Filter = {}) =>
    found(store, { readers: { field: 'readers', tokens, at }, ...more });
  const until = (token: string, time: string) => ({ token, until: time });

  beforeEach(() =>
    new Projector(store()).apply(
      put({ id: 'a', size: 1, project: 'p', readers: [{ token: 'public' }, { token: 'user:1' }] }),
      put({ id: 'b', size: 2, project: 'p', readers: [until('user:1', '2026-03-01T12:00:00.001Z')] }),
      put({ id: 'c', size: 3, readers: [until('user:1', AT), until('org:1', '2026-03-01T13:30:00+01:00')] }),
      put({ id: 'd', size: 4, readers: [until('user:1', 'soon'), { until: AT }, 'user:1'] }),
      put({ id: 'e', size: 5, readers: [until('user:2', '2026-01-01T00:00:00Z'), { token: 'user:2' }] }),
    ),
  );
  it('finds what one of the tokens may read, each document once', async () => {
    expect(await visible(['public'])).toEqual(['a']);
    expect(await visible(['public', 'user:1', 'org:1'])).toEqual(['a', 'b', 'c']);
    expect(await visible(['user:3'])).toEqual([]);
    expect(await visible([])).toEqual([]);
  });
  it('takes no reader for one after the end, whatever zone it is written in', async () => {
    expect(await visible(['user:1', 'org:1'], '2026-03-01T12:00:00.001Z')).toEqual(['a', 'c']);
    expect(await visible(['user:1', 'org:1'], '2026-03-01T12:30:00.000Z')).toEqual(['a']);
    expect(await visible(['user:1', 'org:1'], '2026-03-01T11:59:59.999Z')).toEqual(['a', 'b', 'c']);
  });
  it('lets the longest entry of a token count', async () => {
    expect(await visible(['user:2'])).toEqual(['e']);
  });
  it('counts, and combines with fields', async () => {
    const readers = { field: 'readers', tokens: ['public', 'user:1', 'user:2'], at: AT };
    expect(await store().count('things', { readers }, 9)).toBe(3);
    expect(await visible(readers.tokens, AT, { fields: { project: 'p' } })).toEqual(['a', 'b']);
    expect(await visible(readers.tokens, AT, { fields: { size: { from: 2 } } })).toEqual(['b', 'e']);
  });
  it('follows what changes: readers, ends and the order', async () => {
    await new Projector(store()).apply(
      patch('a', { size: 9, readers: [{ token: 'user:1' }] }),
      patch('b', { readers: [until('user:1', '2026-02-01T00:00:00.000Z')] }),
      patch('c', { readers: [{ token: 'user:1' }] }),
      remove('e'),
    );
    expect(await visible(['public', 'user:1', 'user:2', 'org:1'])).toEqual(['c', 'a']);
  });
};
