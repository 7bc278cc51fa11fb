/** @runs-alone: of the lists that it asks for twice, that of the projections moves with whatever anybody writes. */
import { type Operation, operations } from '@cairn/contracts';
import type { Client } from '@cairn/client';
import { answerOf, codeIn, jsonIn, type ReadAnswer } from '../support/answers.js';
import { AT_ONCE, everyCell } from '../support/cells.js';
import { checkedClient } from '../support/contract.js';
import { fill, own } from '../support/filled.js';
import { keepErrorsOf, stillIn } from '../support/journal.js';
import { every, everyOperation, isOfHistory, listsRecords } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, requestIn, type World } from '../support/world.js';

type Row = Readonly<Record<string, unknown>>;
const lists = every(({ list }) => list !== undefined);
const orders = lists.flatMap((operation) =>
  (operation.list?.sort ?? []).flatMap((field) => [field, `-${field}`].map((sort) => ({ operation, sort }))),
);

describe.each(topologies)('lists on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let world: World;
  let admin: Client;
  let owner: Client;
  let filledAt: string;

  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    const administrates = await administrator(cairn);
    world = await makeWorld(ada, 'private', administrates);
    await fill(cairn, world);
    filledAt = await keepErrorsOf(cairn, ada);
    admin = checkedClient(cairn.baseUrl, administrates.token);
    owner = checkedClient(cairn.baseUrl, ada.token);
  });
  afterAll(() => cairn.leave());

  const ask = (operation: Operation, query: Record<string, string | number> = {}) =>
    answerOf(operation.access === 'administrator' ? admin : owner, {
      ...requestIn(world, operation),
      query: { ...narrowedTo(operation), ...query },
    });
  /**
   * Records, accounts and all jobs are everybody's: what others make meanwhile is left out. So is what the journal tells
   * of this spec.
   */
  const narrowedTo = (operation: Operation): Record<string, string> => {
    const { id } = operation;
    if (id === 'listAllJobs') return { dataset_id: world.dataset };
    return isOfAll(operation) ? { q: own(world) } : stillIn(id, ada, filledAt);
  };
  const isOfAll = (operation: Operation): boolean =>
    listsRecords(operation) || ['listApplications', 'listUsers'].includes(operation.id);
  const rowsOf = (text: string): readonly Row[] => JSON.parse(text) as readonly Row[];
  /** What `Link` asks for on the next page. */
  const nextAfter = ({ headers }: ReadAnswer): Record<string, string> | undefined => {
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    return next === undefined ? undefined : Object.fromEntries(new URL(next, cairn.baseUrl).searchParams);
  };
  /** All rows, a page of `limit` at a time, as `Link` leads. */
  const walked = async (
    operation: Operation,
    query: Record<string, string | number>,
  ): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    let more: Record<string, string | number> | undefined = query;
    while (more !== undefined) {
      const answer = await ask(operation, more);
      expect(answer.status).toBe(200);
      rows.push(...rowsOf(answer.text));
      more = nextAfter(answer);
    }
    return rows;
  };

  /** What no list knows, by how it is refused: each list is asked one of each, one list all. */
  const unknown: Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>> = {
    limit: [0, -1, 1001, 1.5, 'x', ''].map((limit) => ({ limit })),
    sort: ['no_such', '', 'created_at,name', '--name'].map((sort) => ({ sort })),
    cursor: ['', 'x', 'bm90IGEgY3Vyc29y'].map((cursor) => ({ cursor })),
    count: [{ count: 'perhaps' }],
    'no parameter': ['offset', 'Limit', 'filter', '__proto__'].map((name) => ({ [name]: 1 })),
  };
  it('a list refuses what it does not know', () =>
    everyOperation(
      lists,
      async (operation, turn) => {
        for (const [what, queries] of Object.entries(unknown)) {
          const code = what === 'no parameter' ? 'unknown_parameter' : 'invalid_parameter';
          const asked = operation === operations.listDatasets ? queries : [queries[turn % queries.length]!];
          for (const query of asked)
            expect([query, codeIn(await ask(operation, query))]).toEqual([query, code]);
        }
      },
      { atOnce: AT_ONCE },
    ));

  it('a list takes limits up to a thousand and counts all', () =>
    everyOperation(
      lists,
      async (operation) => {
        const whole = await ask(operation);
        const rows = rowsOf(whole.text);
        expect(whole.headers.get('x-total-count')).toBe(String(rows.length));
        expect(whole.headers.get('link')).toBeNull();
        for (const limit of [1, 2, 1000]) {
          const page = await ask(operation, { limit });
          expect(rowsOf(page.text)).toEqual(rows.slice(0, limit));
          expect(page.headers.get('x-total-count')).toBe(String(rows.length));
          expect(page.headers.get('link') === null).toBe(rows.length <= limit);
        }
        expect(rowsOf((await ask(operation, { count: 'exact' })).text)).toEqual(rows);
      },
      { atOnce: AT_ONCE },
    ));

  type Order = (typeof orders)[number];
  const isInOrder = async ({ operation, sort }: Order): Promise<void> => {
    const rows = await walked(operation, { sort, limit: 2 });
    expect(rows).toEqual(rowsOf((await ask(operation, { sort })).text));
    const field = sort.replace('-', '');
    const values = rows.map((row) => row[field]);
    const ordered = [...values].sort((one, other) => {
      const [left, right] = [one as string | number, other as string | number];
      const order = left < right ? -1 : Number(left > right);
      return sort.startsWith('-') ? -order : order;
    });
    expect(values).toEqual(ordered);
    const ids = rows.map((row) => row['id'] ?? row['uid'] ?? row['revision'] ?? row['name']);
    expect(new Set(ids).size).toBe(rows.length);
  };
  it('pages are the whole, in order', () => {
    const nameOf = ({ operation, sort }: Order): string => `${operation.id} by ${sort}`;
    return everyCell(orders, nameOf, isInOrder, { atOnce: AT_ONCE, oneByOne: isOfHistory });
  });

  it('a list takes no cursor of another list', async () => {
    const cursors: { readonly of: string; readonly cursor: string }[] = [];
    for (const operation of lists) {
      const cursor = nextAfter(await ask(operation, { limit: 1 }))?.['cursor'];
      if (cursor !== undefined) cursors.push({ of: operation.id, cursor });
    }
    expect(cursors.length).toBeGreaterThan(2);
    const check = async (operation: Operation, turn: number): Promise<void> => {
      const others = cursors.filter(({ of }) => of !== operation.id);
      for (const at of [turn, 2 * turn + 1]) {
        const { of, cursor } = others[at % others.length]!;
        const code = codeIn(await ask(operation, { cursor, limit: 1 }));
        expect([of, code]).toEqual([of, 'invalid_parameter']);
      }
    };
    await everyOperation(lists, check, { atOnce: AT_ONCE });
  });

  const narrowed: Readonly<Record<string, (row: Row) => boolean>> = {
    'q=word': ({ text }) => String(text).includes('word'),
    'q=wor': ({ text }) => String(text).includes('word'),
    'q=a word': ({ name, text }) => name === 'a' && String(text).includes('word'),
    'q=nowhere': () => false,
    'name=a': ({ name }) => name === 'a',
    'name=an item': ({ name }) => name === 'an item',
    label_id: ({ annotations }) => (annotations as Row[]).some(({ label_id }) => label_id === world.label),
    split_id: ({ splits }) => (splits as Row[]).some(({ id }) => id === world.split),
    user_id: () => true,
    'from=2000-01-01T00:00:00Z': () => true,
    'to=2000-01-01T00:00:00Z': () => false,
  };
  it.each(Object.keys(narrowed))('items narrowed by %s are those of a recount', async (filter) => {
    const operation = lists.find(({ id }) => id === 'listDatasetItems')!;
    const all = rowsOf((await ask(operation)).text);
    const [name = '', value] = filter.split('=');
    const ids: Record<string, string> = { label_id: world.label, split_id: world.split, user_id: world.user };
    const query = { [name]: value ?? ids[name] ?? '' };
    const expected = all.filter(narrowed[filter] ?? (() => false)).map(({ id }) => id);
    const answer = await ask(operation, query);
    expect(rowsOf(answer.text).map(({ id }) => id)).toEqual(expected);
    expect(answer.headers.get('x-total-count')).toBe(String(expected.length));
    expect((await walked(operation, { ...query, limit: 1 })).map(({ id }) => id)).toEqual(expected);
  });

  it('from and to are a half-open span of the creation', async () => {
    const operation = lists.find(({ id }) => id === 'listDatasetItems')!;
    const all = rowsOf((await ask(operation)).text);
    const middle = String(all[2]?.['created_at']);
    const before = rowsOf((await ask(operation, { to: middle })).text);
    const after = rowsOf((await ask(operation, { from: middle })).text);
    expect([...before, ...after].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(after.every((row) => String(row['created_at']) >= middle)).toBe(true);
  });

  it('pages hold while others insert before, between and behind, and delete what a cursor stands on', async () => {
    const { body: dataset } = await ada.client.call('createDataset', { body: { name: 'moving' } });
    const params = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
    const add = async (name: string): Promise<string> =>
      (await ada.client.call('createDatasetItem', { params, body: { name } })).body.id;
    const first = await Promise.all(['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map(add));
    const seen: string[] = [];
    let turn = 0;
    for await (const page of ada.client.pages('listDatasetItems', {
      params,
      query: { sort: 'name', limit: 2 },
    })) {
      seen.push(...page.body.map(({ id }) => id));
      turn += 1;
      if (turn > 3) continue;
      await Promise.all([add(`a${turn}`), add(`b${turn}-between`), add(`c${turn}`)]);
      const last = page.body.at(-1)?.id ?? '';
      if (turn === 1) await ada.client.call('deleteDatasetItem', { params: { ...params, id: last } });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => first.includes(id))).toEqual(first);
  });

  const searched = lists.filter(({ list }) => list?.filters !== undefined && 'q' in list.filters);
  it('a list finds nothing by what is no word', () =>
    everyOperation(
      searched,
      async (operation) => {
        const all = rowsOf((await ask(operation)).text);
        expect(all).not.toEqual([]);
        for (const q of isOfAll(operation) ? [] : ['', ' '])
          expect(rowsOf((await ask(operation, { q })).text)).toEqual(all);
        for (const q of ['***', ' _ ']) {
          const answer = await ask(operation, { q });
          expect([answer.status, answer.text, answer.headers.get('x-total-count')]).toEqual([200, '[]', '0']);
        }
      },
      { atOnce: AT_ONCE },
    ));

  it('a list searches for two letters at least', () =>
    everyOperation(
      searched,
      async (operation) => {
        for (const q of ['t', 'word t', '7', 'e\u0301'])
          expect([q, codeIn(await ask(operation, { q }))]).toEqual([q, 'search_too_short']);
        for (const q of ['th', 'a word', '中', 'カ', '한'])
          expect([q, (await ask(operation, { q })).status]).toEqual([q, 200]);
      },
      { atOnce: AT_ONCE },
    ));

  it('datasets are narrowed by what they are', async () => {
    const mine = async (query: Record<string, string>) =>
      (await owner.call('listDatasets', { query: { user_id: ada.id, ...query } })).body
        .map(({ name }) => name)
        .sort();
    await ada.client.call('createDataset', { body: { name: 'shown', public: true } });
    expect(await mine({ visibility: 'public' })).toEqual(['shown']);
    expect(await mine({ public: 'true' })).toEqual(['shown']);
    expect(await mine({ public: 'false', name: 'shown' })).toEqual([]);
    expect(await mine({ shared_with_me: 'true' })).toEqual([]);
    await ada.client.call('createDataset', { body: { name: 'Bees' } });
    expect(await mine({ q: 'BE', visibility: 'private' })).toEqual(['Bees']);
    expect(await mine({ user_id: ada.id, name: 'a' })).toEqual(['a']);
  });

  it('a label statistic stands for each label, and adds up with the items', async () => {
    const params = { dataset_id: world.dataset, version_id: world.version };
    const { body: stats } = await owner.call('listLabelStats', {
      params: { ...params, split_id: world.split },
    });
    const { body: labels } = await owner.call('listLabels', { params });
    const { body: items } = await owner.call('listDatasetItems', {
      params,
      query: { split_id: world.split },
    });
    expect(stats.map(({ label_id }) => label_id).sort()).toEqual(labels.map(({ id }) => id).sort());
    for (const { label_id, item_count, annotation_count, count } of stats) {
      const counts = items.map(
        ({ annotations }) => annotations.filter((one) => one.label_id === label_id).length,
      );
      expect({ item_count, annotation_count, count }).toEqual({
        item_count: counts.filter((times) => times > 0).length,
        annotation_count: counts.reduce((sum, times) => sum + times, 0),
        count: item_count,
      });
    }
    const { body: whole } = await owner.call('getSplitStats', {
      params: { ...params, split_id: world.split },
    });
    const annotations = items.reduce((sum, item) => sum + item.annotations.length, 0);
    expect(whole).toMatchObject({
      label_id: '',
      item_count: items.length,
      count: items.length,
      annotation_count: annotations,
    });
  });

  it('the problem of an unknown parameter names it', async () => {
    const request = { method: 'GET', path: '/api/v1/datasets', query: { nmae: 'x' } } as const;
    const expected = { status: 400, code: 'unknown_parameter', errors: [{ parameter: 'nmae' }] };
    expect(jsonIn(await answerOf(ada.client, request))).toMatchObject(expected);
  });
});
