import { operation } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { cursorOf, orderOf } from '../http/cursor.js';
import { Problem } from '../problems/problem.js';
import { queryReaderOf } from './query.js';
import { Schemas } from './validation/schemas.js';

const shared = { tag: 't', summary: 's', method: 'GET', access: 'anonymous', replies: {} } as const;
const list = operation({
  ...shared,
  id: 'listThings',
  path: '/things',
  timeTravel: true,
  query: Type.Object({ deep: Type.Optional(Type.Boolean()) }),
  list: {
    sort: ['created_at', 'name'],
    sortByName: { prefix: 'metric:', description: 'By a metric.' },
    defaultSort: '-created_at',
    lastingSort: ['created_at'],
    filters: {
      q: Type.String(),
      from: Type.String({ format: 'date-time' }),
      public: Type.Boolean(),
      user_id: Type.String({ format: 'uuid' }),
      status: Type.Array(Type.String({ enum: ['failed', 'pending'] })),
    },
  },
});
const parts = operation({
  ...shared,
  id: 'listParts',
  path: '/things/{id}/parts',
  timeTravel: true,
  stream: 'thing',
  list: {
    sort: ['id'],
    defaultSort: 'id',
    filters: {
      kind: Type.String(),
      q: Type.String(),
      uid: Type.Array(Type.String({ minLength: 1 }), { maxItems: 3 }),
    },
    pastFilters: true,
  },
});
const get = operation({ ...shared, id: 'getThing', path: '/things/{id}', timeTravel: true });
const schemas = new Schemas();
const readList = queryReaderOf(list, schemas);
const readParts = queryReaderOf(parts, schemas);
const readGet = queryReaderOf(get, schemas);
const code = (read: () => unknown): string => {
  try {
    read();
    return 'read';
  } catch (error) {
    if (error instanceof Problem) return `${error.code} ${error.more.errors?.[0]?.parameter ?? ''}`.trim();
    throw error;
  }
};

describe('the query of a list', () => {
  it('has defaults', () => {
    expect(readList('')).toEqual({
      values: {},
      filters: {},
      page: { limit: 1000, sort: '-created_at' },
      asOf: undefined,
      revision: undefined,
    });
  });

  it('is read by its schemas', () => {
    const cursor = cursorOf(orderOf({ id: 'listThings' }, 'name'), { value: 'x', id: 'y' });
    const read = readList(
      `limit=5&sort=name&cursor=${cursor}&count=exact&deep=true&public=false&from=2026-01-01T01:00:00%2B01:00&status=failed&status=pending,failed`,
    );
    expect(read.page).toEqual({
      limit: 5,
      sort: 'name',
      after: { value: 'x', id: 'y' },
      countExactly: true,
    });
    expect(read.filters).toEqual({
      public: false,
      from: '2026-01-01T00:00:00.000Z',
      status: ['failed', 'pending', 'failed'],
    });
    expect(read.values['deep']).toBe(true);
    const id = '01890000-0000-7000-8000-00000000ADA0';
    expect(readList(`user_id=${id}`).filters).toEqual({ user_id: id.toLowerCase() });
  });

  it.each([
    ['as_of=9999-12-31T23:59:59-01:00', 'invalid_parameter as_of'],
    ['as_of=0000-01-01T00:00:00%2B01:00', 'invalid_parameter as_of'],
    ['from=9999-12-31T23:59:59-01:00', 'invalid_parameter from'],
    ['as_of=9999-12-31T23:59:59Z', 'read'],
    ['limit=0', 'invalid_parameter limit'],
    ['limit=1001', 'invalid_parameter limit'],
    ['limit=', 'invalid_parameter limit'],
    ['limit=a', 'invalid_parameter limit'],
    ['limit=1.5', 'invalid_parameter limit'],
    ['limit=0x10', 'invalid_parameter limit'],
    ['limit=1e1', 'invalid_parameter limit'],
    ['limit=%2B5', 'invalid_parameter limit'],
    ['limit=+5', 'invalid_parameter limit'],
    ['limit=%0a5', 'invalid_parameter limit'],
    ['limit=5.0', 'invalid_parameter limit'],
    ['limit=00005', 'invalid_parameter limit'],
    ['limit=1&limit=2', 'invalid_parameter limit'],
    ['sort=secret', 'invalid_parameter sort'],
    ['sort=metric:', 'invalid_parameter sort'],
    ['sort=--metric:loss', 'invalid_parameter sort'],
    ['sort=a,metric:loss', 'invalid_parameter sort'],
    [`sort=metric:${'a'.repeat(201)}`, 'invalid_parameter sort'],
    [`sort=metric:${'a'.repeat(200)}`, 'read'],
    ['sort=-metric:val.loss', 'read'],
    ['sort=metric:-a%0a%F0%9F%90%A6', 'read'],
    ['cursor=x', 'invalid_parameter cursor'],
    [`cursor=${cursorOf('name', { value: 'x', id: 'y' })}`, 'invalid_parameter cursor'],
    ['count=all', 'invalid_parameter count'],
    ['public=maybe', 'invalid_parameter public'],
    ['status=running', 'invalid_parameter status'],
    ['user_id=urn:uuid:01890000-0000-7000-8000-00000000ada0', 'invalid_parameter user_id'],
    ['from=yesterday', 'invalid_parameter from'],
    ['from=2026-02-30T00:00:00Z', 'invalid_parameter from'],
    ['from=2016-12-31T12:00:60Z', 'invalid_parameter from'],
    ['from=2020-01-01%2000:00:00Z', 'invalid_parameter from'],
    ['from=2020-01-01T00:00:00%2B2359', 'invalid_parameter from'],
    ['from=2020-01-01T00:00:00%2B23', 'invalid_parameter from'],
    ['limitt=1', 'unknown_parameter limitt'],
    ['__proto__=1', 'unknown_parameter __proto__'],
    ['constructor=1', 'unknown_parameter constructor'],
    ['revision=1', 'unknown_parameter revision'],
    ['q=%ff', 'malformed_request'],
    ['as_of=2026-01-01T00:00:00Z&q=ab', 'as_of_with_filter'],
    ['q=a', 'search_too_short q'],
    ['q=ab+c', 'search_too_short q'],
    ['q=ab', 'read'],
    ['q=%E4%B8%AD', 'read'],
    ['q=+', 'read'],
    ['q=***', 'read'],
    ['as_of=2026-01-01T00:00:00Z&limit=2', 'read'],
    ['as_of=2026-01-01T00:00:00Z&sort=-created_at', 'read'],
    ['as_of=2026-01-01T00:00:00Z&sort=-name', 'as_of_with_filter sort'],
    ['as_of=2026-01-01T00:00:00Z&sort=metric:created_at', 'as_of_with_filter sort'],
    ['as_of=2026-01-01T00:00:00Z&count=exact', 'as_of_with_filter count'],
  ])('?%s is %s', (text, expected) => {
    expect(code(() => readList(text))).toBe(expected);
  });
});

describe('the query of a list that names a stream', () => {
  it.each([
    ['uid=a,b', ['a,b']],
    ['uid=a,b&uid=c%2Cd&uid=,', ['a,b', 'c,d', ',']],
    ['uid=__proto__', ['__proto__']],
    ['uid=a+b%20c%2Bd', ['a b c+d']],
  ])('takes values that callers chose only repeated, for they may hold commas: ?%s', (text, uid) => {
    expect(readParts(text).filters).toEqual({ uid });
  });

  it.each(['uid=', 'uid=a&uid=', 'uid=a&uid=b&uid=c&uid=d'])(
    'holds each value to its schema: ?%s',
    (text) => {
      expect(code(() => readParts(text))).toBe('invalid_parameter uid');
    },
  );

  it('takes a revision, with filters where it finds its elements as they were', () => {
    const { revision, filters, page } = readParts('revision=7&kind=a,b&count=exact');
    expect([revision, filters, page.countExactly]).toEqual([7n, { kind: 'a,b' }, true]);
    expect(readParts('as_of=2026-01-01T00:00:00Z&kind=a')).toMatchObject({
      asOf: '2026-01-01T00:00:00.000Z',
      filters: { kind: 'a' },
    });
  });

  it.each([
    ['revision=1&as_of=2026-01-01T00:00:00Z', 'invalid_parameter revision'],
    ['revision=-1', 'invalid_parameter revision'],
    ['revision=1&q=a', 'search_too_short q'],
  ])('?%s is %s', (text, expected) => {
    expect(code(() => readParts(text))).toBe(expected);
  });

  it.each([
    ['revision=1&q=ab', 'as_of_with_filter'],
    ['revision=1&sort=name', 'as_of_with_filter sort'],
    ['revision=1&count=exact', 'as_of_with_filter count'],
    ['revision=1', 'read'],
  ])('beside the other rules of the past ?%s is %s', (text, expected) => {
    const readStream = queryReaderOf({ ...list, stream: 'thing' }, schemas);
    expect(code(() => readStream(text))).toBe(expected);
  });
});

describe('a bound in time', () => {
  it.each([
    ['2026-01-01T00:00:00.909Z', '2026-01-01T00:00:00.909Z'],
    ['2026-01-01T00:00:00.9090Z', '2026-01-01T00:00:00.909Z'],
    ['2026-01-01T00:00:00.9095Z', '2026-01-01T00:00:00.910Z'],
    ['2026-01-01t01:00:00%2B01:00', '2026-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T00:59:60.5%2B01:00', '2017-01-01T00:00:00.000Z'],
  ])('from %s begins at %s', (sent, from) => {
    expect(readList(`from=${sent}`).filters).toEqual({ from });
  });
});

describe('the query of one resource', () => {
  it('takes a moment', () => {
    expect(readGet('as_of=2026-01-01T00:00:00.1234Z').asOf).toBe('2026-01-01T00:00:00.123Z');
    expect(readGet('revision=12').revision).toBe(12n);
  });

  it.each([
    ['revision=-1', 'invalid_parameter revision'],
    ['revision=1.5', 'invalid_parameter revision'],
    ['revision=01', 'invalid_parameter revision'],
    ['revision=1&as_of=2026-01-01T00:00:00Z', 'invalid_parameter revision'],
    ['as_of=now', 'invalid_parameter as_of'],
    ['limit=1', 'unknown_parameter limit'],
  ])('?%s is %s', (text, expected) => {
    expect(code(() => readGet(text))).toBe(expected);
  });
});
