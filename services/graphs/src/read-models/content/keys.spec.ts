import { freshId } from '@cairn/kernel';
import * as fc from 'fast-check';
import { changeId, keyOf, OPEN, rowId, rowsOfElement, rowsOfSpace, spaceOf, termId } from './keys.js';

/** As stores order texts. */
const compare = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
const isIn = ({ from, to }: { readonly from: string; readonly to: string }, id: string): boolean =>
  compare(from, id) <= 0 && compare(id, to) < 0;

/** Uids that begin alike, and end like parts of an id. */
const hostile = [
  'a',
  'a ',
  'a!',
  'a.000001',
  'a000001',
  'a.a',
  'aa',
  'A',
  'á',
  'a\u0301',
  '__proto__',
  '$set',
  'a.b.c',
  '\u00a0',
  '~',
  '\uffff',
  '\ue000',
  '🐦',
  'a🐦',
  'a'.repeat(47),
  'a'.repeat(48),
  'a'.repeat(49),
  `${'a'.repeat(48)}b`,
  `${'a'.repeat(47)}🐦`,
  `${'a'.repeat(47)}🐧`,
  `${'a'.repeat(48)}🐦`,
  'ü'.repeat(1_000),
  '🐦'.repeat(1_000),
  `${'🐦'.repeat(999)}🐧`,
];
const uid = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter((text) => !/\p{Cc}/u.test(text)),
  // Alike for as long as keys keep uids, and longer.
  fc
    .tuple(fc.integer({ min: 44, max: 50 }), fc.constantFrom('', 'a', 'b', '🐦', '🐧', ' '))
    .map(([length, end]) => 'a'.repeat(length) + end),
);
const since = fc.oneof(fc.constantFrom(0, 1, 35, 36, 36 ** 5), fc.nat());
const space = spaceOf(freshId());
const other = spaceOf(freshId());

describe('keys of elements', () => {
  it('are never those of another uid, and are whole texts', () =>
    fc.assert(
      fc.property(uid, uid, (one, two) => {
        expect(keyOf(one) === keyOf(two)).toBe(one === two);
        expect(keyOf(one).isWellFormed()).toBe(true);
        expect(keyOf(one).length).toBeLessThanOrEqual(70);
      }),
      { numRuns: 2_000 },
    ));

  it('are the uids themselves up to 48 code units', () => {
    for (const each of hostile) expect(keyOf(each) === each).toBe(each.length <= 48);
  });

  it('are in the order of the uids, as far as these differ within 47 code units', () =>
    fc.assert(
      fc.property(uid, uid, (one, two) => {
        const [start, startOfTwo] = [one.slice(0, 47), two.slice(0, 47)];
        if (start === startOfTwo || !start.isWellFormed() || !startOfTwo.isWellFormed()) return;
        expect(Math.sign(compare(keyOf(one), keyOf(two)))).toBe(Math.sign(compare(one, two)));
      }),
      { numRuns: 2_000 },
    ));
});

describe('ids of rows', () => {
  it('are in the order of the uids, and of an element in that of its revisions', () =>
    fc.assert(
      fc.property(uid, uid, since, since, (one, two, first, second) => {
        const [a, b] = [rowId(space, keyOf(one), first), rowId(space, keyOf(two), second)];
        const expected = one === two ? first - second : compare(keyOf(one), keyOf(two));
        expect(Math.sign(compare(a, b))).toBe(Math.sign(expected));
      }),
      { numRuns: 2_000 },
    ));

  it('of one element, up to a revision, are a range in which there are no others', () =>
    fc.assert(
      fc.property(uid, uid, since, since, (one, two, revision, through) => {
        const id = rowId(space, keyOf(two), revision);
        expect(isIn(rowsOfElement(space, keyOf(one)), id)).toBe(one === two);
        expect(isIn(rowsOfElement(space, keyOf(one), through), id)).toBe(one === two && revision <= through);
        expect(isIn(rowsOfElement(space, keyOf(one), -1), id)).toBe(false);
        expect(isIn(rowsOfSpace(space), id)).toBe(true);
        expect(isIn(rowsOfSpace(other), id)).toBe(false);
      }),
      { numRuns: 2_000 },
    ));

  it('of changes and of terms are in the range of their content, and never alike', () => {
    const names = [...hostile, ''];
    const ids = [
      ...[0, 1, 36, OPEN - 1].map((revision) => changeId(space, revision)),
      ...names.flatMap((name) => [termId(space, 'label', name), termId(space, 'type', name)]),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids)
      expect([isIn(rowsOfSpace(space), id), isIn(rowsOfSpace(other), id)]).toEqual([true, false]);
    const changes = [0, 1, 35, 36, 1_295, 1_296].map((revision) => changeId(space, revision));
    expect([...changes].sort(compare)).toEqual(changes);
  });
});
