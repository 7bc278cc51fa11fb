import type { Json } from '@cairn/kernel';
import { propertyKind } from './property-words.js';

const large = { $integer: '9007199254740993' };
const decimal = { $decimal: '0.10000000000000000000001' };
const nan = { $float: 'NaN' };

/** Words, values that they take, values that they do not. */
const table: readonly (readonly [string, readonly Json[], readonly Json[]])[] = [
  ['string text any_uri', ['', 'a', '1', '\u0001'], [1, true, ['a'], {}, large]],
  ['boolean bool', [true, false], ['true', 0, 1, [true]]],
  ['integer int long big_integer', [0, -1, 1.0, 2 ** 40, large], [1.5, '1', true, decimal, nan, [1]]],
  ['float double number big_decimal', [0, 1.5, 1e300, large, decimal, nan], ['1', true, {}, { $float: 'x' }]],
  [
    'date',
    ['2026-03-02', '2024-02-29', '0001-01-01'],
    [
      '2026-3-2',
      '2026-03',
      '2026',
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2026-03-02T00:00:00Z',
      20260302,
    ],
  ],
  [
    'datetime date-time',
    [
      ...['2026-03-02T09:15:00Z', '2026-03-02T09:15:00.123456+01:00', '2026-03-02t23:59:59z'],
      ...['2026-03-02 09:15', '2026-03-02T09:15:00'],
    ],
    [
      ...['2026-03-02', '2026-02-30T09:15:00Z', '2026-03-02T24:00:00Z', '2026-03-02T09:60:00Z'],
      ...['2026-03-02T09:15:00+25:00', ' 2026-03-02T09:15:00Z', '2026-03-02T09:15:00Z\n', 1_772_442_900],
    ],
  ],
  ['list array', [[], [1, 'a', [null]]], ['a', {}, large]],
  ['object', [{}, { a: [1] }, { $integer: '1' }], [[], 'a', large, nan]],
  ['json', ['a', 1, [], {}, large], []],
  ['list<string> list<text>', [[], ['a', '']], ['a', [1], ['a', null]]],
  ['list<integer>', [[], [1, large]], [[1.5], ['1'], 1, [[1]]]],
  ['list<date>', [['2026-03-02']], [['2026-02-30'], '2026-03-02']],
  ['list<object>', [[], [{}]], [[null], {}]],
  ['list<json> list<colour> list<> list<list<string>>', [[], [1, [{}]]], ['a', {}]],
];

const words = table.flatMap(([all, takes, not]) => all.split(' ').map((word) => [word, takes, not] as const));

describe('a word for the type of a property', () => {
  it.each(words)('%s', (word, takes, not) => {
    for (const spelled of [word, word.toUpperCase(), ` ${word} `]) {
      const kind = propertyKind(spelled);
      expect(takes.filter((value) => !kind?.accepts(value))).toEqual([]);
      expect(not.filter((value) => kind?.accepts(value))).toEqual([]);
    }
  });

  it.each(['colour', '', 'constructor', '__proto__', 'Listen<string>', 'list<string'])(
    'that nobody knows takes any value: %s',
    (word) => {
      expect(propertyKind(word)).toBeUndefined();
    },
  );

  it.each([
    ['string', 'a text'],
    ['bool', 'true or false'],
    ['int', 'a whole number'],
    ['number', 'a number'],
    ['date', 'a date such as 2026-03-02'],
    ['datetime', 'a date and time such as 2026-03-02T09:15:00Z'],
    ['list', 'a list'],
    ['object', 'an object'],
    ['list<int>', 'a list, each item of it a whole number'],
  ])('is told to people: %s', (word, what) => {
    expect(propertyKind(word)?.what).toBe(what);
  });

  it('may stand within spaces', () => {
    expect(propertyKind('List < Int >')).toBe(propertyKind('list<int>'));
  });
});
