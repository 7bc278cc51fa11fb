import { atOnce, type Steps } from '../../clock/steps.js';
import type { FoundPart } from '../page-part.js';
import type { Row } from './page-rows.js';
import { ReadCache } from './read-cache.js';

const small = { value: { id: 'a' }, bytes: 10 };
const asked = (cache: ReadCache, table: string, id: string): boolean => {
  let wasAsked = false;
  cache.document(table, id, () => {
    wasAsked = true;
    return { value: { id }, bytes: 10 };
  });
  return wasAsked;
};

/** Rows with their texts, all of which are there. */
const rowsOf =
  (told: (ids: readonly string[]) => unknown) =>
  (ids: readonly string[]): readonly Row[] => {
    told(ids);
    return ids.map((id) => [id, 10, JSON.stringify({ id })]);
  };
const textOf = ([, , text]: Row): string => text ?? '';

function* pageWith(id: string): Steps<FoundPart> {
  yield;
  return { documents: [{ id }], isCut: false, bytes: 1 };
}

describe('the cache of what was read', () => {
  it('reads a document once until it is written, and not that of another table', () => {
    const cache = new ReadCache();
    expect(asked(cache, 'things', 'a')).toBe(true);
    expect(asked(cache, 'things', 'a')).toBe(false);
    expect(asked(cache, 'others', 'a')).toBe(true);
    cache.written('things', [{ id: 'a', text: undefined }]);
    expect(asked(cache, 'things', 'a')).toBe(true);
    expect(asked(cache, 'others', 'a')).toBe(false);
  });

  it('gives a document as it was written last, and of a large batch none', () => {
    const cache = new ReadCache();
    asked(cache, 'things', 'a');
    cache.written('things', [{ id: 'a', text: '{"id":"a","n":2}' }]);
    for (let read = 0; read < 2; read += 1)
      expect(cache.document('things', 'a', () => small)).toEqual({ id: 'a', n: 2 });
    const many = Array.from({ length: 101 }, (_, n) => ({ id: `${n}`, text: '{}' }));
    cache.written('things', [...many, { id: 'a', text: '{}' }]);
    expect(asked(cache, 'things', 'a')).toBe(true);
    expect(asked(cache, 'things', '0')).toBe(true);
  });

  it('looks again for what was not there', () => {
    const cache = new ReadCache();
    expect(cache.document('things', 'a', () => undefined)).toBeUndefined();
    expect(cache.document('things', 'a', () => small)).toEqual({ id: 'a' });
  });

  it('gives several in their order, and reads those together that it does not keep', () => {
    const cache = new ReadCache();
    const reads: (readonly string[])[] = [];
    const several = (...ids: readonly string[]) =>
      atOnce(
        cache.documents(
          'things',
          ids,
          Number.POSITIVE_INFINITY,
          rowsOf((missing) => reads.push(missing)),
          textOf,
        ),
      ).documents;
    expect(several('b', 'a')).toEqual([{ id: 'b' }, { id: 'a' }]);
    expect(several('c', 'a', 'd', 'b').map(({ id }) => id)).toEqual(['c', 'a', 'd', 'b']);
    cache.written('things', [{ id: 'a', text: '{"id":"a","n":2}' }]);
    expect(several('a', 'b')).toEqual([{ id: 'a', n: 2 }, { id: 'b' }]);
    expect(reads).toEqual([
      ['b', 'a'],
      ['c', 'd'],
    ]);
  });

  it('keeps few of a page that is read, so that very many do not drive out the rest', () => {
    const cache = new ReadCache();
    const ids = Array.from({ length: 120 }, (_, number) => `${number}`);
    const missing: number[] = [];
    const read = rowsOf((lacking) => missing.push(lacking.length));
    for (let times = 0; times < 4; times += 1) {
      const { documents } = atOnce(cache.documents('things', ids, Number.POSITIVE_INFINITY, read, textOf));
      expect(documents.map(({ id }) => id)).toEqual(ids);
    }
    expect(missing).toEqual([120, 70, 20]);
  });

  it('keeps a page until anything in its table is written', () => {
    const cache = new ReadCache();
    const page = (value: string) => atOnce(cache.page('things', 'q', () => pageWith(value))).documents;
    expect(page('first')).toEqual([{ id: 'first' }]);
    expect(page('second')).toEqual([{ id: 'first' }]);
    cache.written('others', [{ id: 'b', text: undefined }]);
    expect(page('third')).toEqual([{ id: 'first' }]);
    cache.written('things', [{ id: 'b', text: '{}' }]);
    expect(page('fourth')).toEqual([{ id: 'fourth' }]);
  });

  it('does not keep what is large, and is bounded: what was kept longest goes', () => {
    const cache = new ReadCache();
    const large = { value: { id: 'a' }, bytes: 16_001 };
    cache.document('things', 'a', () => large);
    expect(asked(cache, 'things', 'a')).toBe(true);
    for (let n = 0; n < 300; n += 1)
      cache.document('things', `${n}`, () => ({ value: { id: `${n}` }, bytes: 16_000 }));
    expect(asked(cache, 'things', '299')).toBe(false);
    expect(asked(cache, 'things', '0')).toBe(true);
  });

  it('goes on being bounded after it was cleared', () => {
    const cache = new ReadCache();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 300; n += 1)
        cache.document('things', `${n}`, () => ({ value: { id: `${n}` }, bytes: 16_000 }));
      expect(asked(cache, 'things', '299')).toBe(false);
      expect(asked(cache, 'things', '0')).toBe(true);
      cache.clear();
    }
  });

  it('is empty after it was cleared', () => {
    const cache = new ReadCache();
    asked(cache, 'things', 'a');
    cache.clear();
    expect(asked(cache, 'things', 'a')).toBe(true);
  });
});
