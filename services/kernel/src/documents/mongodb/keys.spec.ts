import fc from 'fast-check';
import { findAmong } from '../matching.js';
import type { Scalar } from '../port.js';
import { boundOf, keyOf, PRESENT } from './keys.js';

const scalar = fc.oneof(
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<Scalar>(
    0,
    1,
    2,
    -1,
    1e21,
    2 ** 53,
    -(2 ** 53),
    Number.MIN_VALUE,
    true,
    false,
    '',
    '0',
    '1',
    '\0',
  ),
  fc.string({ unit: 'grapheme' }),
);
const sign = (a: string, b: string): number => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** Which of two comes first by what sorting means; 0 when only their ids tell them apart. */
const meaning = (a: Scalar, b: Scalar): number => {
  const first = (idA: string, idB: string) =>
    findAmong(
      [
        { id: idA, v: a },
        { id: idB, v: b },
      ],
      { filter: {}, sort: 'v', limit: 1 },
    )[0]?.id === idA;
  const [forwards, backwards] = [first('a', 'b'), first('b', 'a')];
  return forwards === backwards ? (forwards ? -1 : 1) : 0;
};

describe('keys', () => {
  it('compare as the values that they stand for', () => {
    fc.assert(
      fc.property(scalar, scalar, (a, b) => {
        if (typeof a === 'boolean' || typeof b === 'boolean') return;
        expect(sign(keyOf(a), keyOf(b))).toBe(meaning(a, b));
      }),
    );
    const ascending = [
      null,
      -1e300,
      -2.5,
      -1,
      -5e-324,
      0,
      5e-324,
      1,
      2,
      1e21,
      '',
      '\0',
      'Z',
      'a',
      '\uffee',
      '😀',
    ];
    expect(ascending.toReversed().map(keyOf).sort(sign)).toEqual(ascending.map(keyOf));
  });
  it('sort false and true as 0 and 1, without being equal to them', () => {
    const ascending = [null, -1, 0, false, 0.5, 1, true, 2, 'x'].map(keyOf);
    expect(ascending.toSorted(sign)).toEqual(ascending);
    expect(boundOf(true)).toBe(keyOf(1));
    expect(boundOf(false)).toBe(keyOf(0));
  });
  it('know no negative zero, and that null is not there', () => {
    expect(keyOf(-0)).toBe(keyOf(0));
    expect(keyOf(null) < PRESENT).toBe(true);
    expect([-Number.MAX_VALUE, false, ''].every((value) => keyOf(value) > PRESENT)).toBe(true);
  });
});
