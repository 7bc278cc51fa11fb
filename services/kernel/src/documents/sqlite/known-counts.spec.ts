import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { matches } from '../matching.js';
import type { Document, Filter } from '../port.js';
import { KnownCounts } from './known-counts.js';

const NOW = '2026-11-22T12:00:00.000Z';
const readers = (...tokens: readonly string[]) => ({ field: 'readers', tokens, at: NOW });
const forever = (token: string) => ({ token });
const until = (token: string, at: string) => ({ token, until: at });

const ENTRIES = [
  forever('ada'),
  forever('grace'),
  until('ada', '2026-11-22T13:00:00.000Z'),
  until('grace', '2026-11-22T11:00:00.000Z'),
];
const FILTERS: readonly Filter[] = [
  {},
  { fields: { deleted: false } },
  { fields: { deleted: false, kind: ['a', 'b'] }, readers: readers('ada') },
  { readers: readers('ada', 'grace') },
  { any: { tags: ['x'] } },
  { fields: { size: { from: 2, to: 5 } } },
];

describe('known counts', () => {
  let stored: Map<string, Document>;
  let counted: number;
  let counts: KnownCounts;
  beforeEach(() => {
    [stored, counted, counts] = [new Map(), 0, new KnownCounts(3)];
  });

  const inTable = (filter: Filter, limit: number): number => {
    counted += 1;
    return Math.min([...stored.values()].filter((document) => matches(document, filter)).length, limit);
  };
  const count = (filter: Filter, limit: number): number => counts.count('t', filter, limit, inTable);
  const write = (...documents: readonly Document[]): void => {
    for (const after of documents) {
      counts.written('t', { before: stored.get(after.id), after });
      stored.set(after.id, after);
    }
  };
  const remove = (id: string): void => {
    counts.written('t', { before: stored.get(id), after: undefined });
    stored.delete(id);
  };
  const fill = (size: number): void =>
    write(...Array.from({ length: size }, (_, n) => ({ id: `d${n}`, deleted: false })));

  it('are what counting again would give, whatever was written', () => {
    const document = record({
      id: nat(7).map(String),
      deleted: constantFrom(true, false),
      kind: constantFrom('a', 'b', 'c', null),
      size: nat(6),
      tags: constantFrom([], ['x'], ['y'], ['x', 'y']),
      readers: array(constantFrom(...ENTRIES), { maxLength: 2 }),
    });
    const batch = record({ put: array(document, { maxLength: 5 }), removed: array(nat(7).map(String)) });
    assert(
      property(array(batch, { maxLength: 8 }), nat(8), (batches, limit) => {
        [stored, counts] = [new Map(), new KnownCounts(3)];
        for (const { put, removed } of batches) {
          write(...new Map(put.map((each) => [each.id, each])).values());
          for (const id of removed) if (stored.has(id)) remove(id);
          for (const filter of FILTERS) expect(count(filter, limit)).toBe(inTable(filter, limit));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are not counted again while documents come and go', () => {
    fill(10);
    expect(count(FILTERS[1]!, 100)).toBe(10);
    const before = counted;
    write({ id: 'new', deleted: false }, { id: 'd0', deleted: true });
    remove('d1');
    expect(count(FILTERS[1]!, 100)).toBe(9);
    expect(count(FILTERS[1]!, 5)).toBe(5);
    expect(counted).toBe(before);
  });

  it('are counted again when so many went that there may be fewer than asked for', () => {
    fill(20);
    expect(count({}, 10)).toBe(10);
    const before = counted;
    for (const id of ['d0', 'd1', 'd2']) remove(id);
    expect(count({}, 10)).toBe(10);
    expect(counted).toBe(before);
    for (let n = 3; n < 12; n += 1) remove(`d${n}`);
    expect(count({}, 10)).toBe(8);
    expect(counted).toBeGreaterThan(before);
  });

  it('are counted each time when a right runs out, so that it does', () => {
    const lists = [forever('ada'), forever('ada'), forever('ada'), ENTRIES[2]!];
    write(...lists.map((entry, n) => ({ id: `d${n}`, readers: [entry] })));
    const at = (time: string): number => count({ readers: { ...readers('ada'), at: time } }, 9);
    expect([at(NOW), at(NOW), at('2026-11-22T14:00:00.000Z')]).toEqual([4, 4, 3]);
  });

  it('forget all of a right that is given for a time', () => {
    write(...Array.from({ length: 4 }, (_, n) => ({ id: `d${n}`, readers: [forever('ada')] })));
    const at = (time: string): number => count({ readers: { ...readers('ada'), at: time } }, 9);
    expect(at(NOW)).toBe(4);
    write({ id: 'shared', readers: [ENTRIES[2]!] });
    expect([at(NOW), at('2026-11-22T14:00:00.000Z')]).toEqual([5, 4]);
  });

  it('are of sixteen filters of a table, the last ones', () => {
    fill(5);
    const filter = (n: number): Filter => ({ fields: { deleted: false, [`f${n}`]: null } });
    for (let n = 0; n < 17; n += 1) count(filter(n), 9);
    const before = counted;
    count(filter(16), 9);
    expect(counted).toBe(before);
    count(filter(0), 9);
    expect(counted).toBeGreaterThan(before);
  });

  it('are nothing after they were forgotten, and of few, of words and of low limits never', () => {
    fill(5);
    count({}, 9);
    counts.clear();
    stored.delete('d0');
    expect(count({}, 9)).toBe(4);
    stored.delete('d1');
    expect(count({}, 2)).toBe(2);
    counts.clear();
    expect(count({ fields: { deleted: true } }, 9)).toBe(0);
    stored.set('late', { id: 'late', deleted: true });
    expect(count({ fields: { deleted: true } }, 9)).toBe(1);
    const words = { words: { field: 'words', all: [], prefix: undefined } };
    expect(count(words, 9)).toBe(4);
    stored.delete('late');
    expect(count(words, 9)).toBe(3);
  });
});
