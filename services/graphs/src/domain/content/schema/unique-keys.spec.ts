import type { Json } from '@cairn/kernel';
import { ContentSchema } from './content-schema.js';

const unique = { name: 'ring', type: 'json', unique: true };
const schema = new ContentSchema({
  nodes: [
    { type: 'Bird', properties: [unique, { ...unique, name: 'name' }, { name: 'wings', type: 'integer' }] },
    { type: 'Ringed', properties: [unique] },
    { type: 'Fish', properties: [{ name: 'ring', type: 'json', unique: false }] },
  ],
});

const keysOf = (labels: readonly string[], properties: Readonly<Record<string, Json>>) =>
  schema.uniqueKeys({ labels, properties });
const keyOf = (value: Json): string => keysOf(['Bird'], { ring: value })[0]!.key;

/** Spellings of one value each. */
const values: readonly (readonly Json[])[] = [
  [0, -0],
  [1, 1.0],
  [-1],
  ['1'],
  [''],
  [true],
  ['true'],
  [false],
  [100, 1e2],
  [10],
  [0.1],
  [0.2, 2e-1],
  [1.5],
  [15],
  [1e20, { $integer: '100000000000000000000' }],
  [-1e20, { $integer: '-100000000000000000000' }],
  [{ $integer: '100000000000000000001' }, { $decimal: '100000000000000000001.0' }],
  [{ $decimal: '0.1000000000000000000001' }, { $decimal: '+1.0000000000000000000010E-1' }],
  [{ $decimal: '-0.1000000000000000000001' }],
  [{ $decimal: '1000000000000000.5' }, { $decimal: '0.10000000000000005e16' }],
  [{ $float: 'NaN' }],
  [{ $float: 'Infinity' }],
  ['Infinity'],
  [{ $float: 'x' }],
  [[]],
  [{}],
  [[1, 2]],
  [[2, 1]],
  [['1,2']],
  [[[1], 2]],
  [
    { a: 1, b: { c: 2, d: 3 } },
    { b: { d: 3, c: 2 }, a: 1 },
  ],
  [{ a: 1 }],
  [{ a: null }],
  [{ a: 'null' }],
  [[null]],
  [JSON.parse('{"__proto__":1}') as Json],
  [JSON.parse('{"__proto__":2}') as Json],
  ['é'],
  ['e\u0301'],
  ['"],"'],
];

describe('a key of what is unique', () => {
  it('is the same for the same value, and for no other', () => {
    const keys = values.map((spellings) => new Set(spellings.map(keyOf)));
    expect(keys.map((each) => each.size)).toEqual(values.map(() => 1));
    expect(new Set(keys.flatMap((each) => [...each])).size).toBe(values.length);
  });

  it('is of a label and a property that declare it, and short', () => {
    const properties = { ring: 'GB-1', name: 'GB-1', wings: 2, colour: 'GB-1' };
    const keys = keysOf(['Ringed', 'Bird', 'Fish', 'Bat'], properties);
    expect(keys.map(({ name }) => name)).toEqual(['ring', 'ring', 'name']);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(3);
    expect(keysOf(['Bird', 'Ringed'], { ring: 'GB-1' }).map(({ key }) => key)).toEqual([
      keys[1]!.key,
      keys[0]!.key,
    ]);
    expect(keyOf('x'.repeat(1_000_000))).toHaveLength(36);
  });

  it('is none of what is absent or null', () => {
    expect(keysOf(['Bird', 'Ringed'], { ring: null })).toEqual([]);
    expect(keysOf(['Bird'], {})).toEqual([]);
    expect(keysOf([], { ring: 1 })).toEqual([]);
  });

  it('stays what it is, for it is stored', () => {
    expect(keyOf({ b: [1.5, 'é'], a: null })).toBe('60266688-9b86-8d9b-b97a-13d64a5c2efe');
  });

  it('is made of values that are nested deeper than any body', () => {
    const nested = (leaf: Json): Json =>
      Array.from({ length: 1_000 }).reduce<Json>((inner) => ({ a: [inner] }), leaf);
    expect(keyOf(nested(1))).toBe(keyOf(nested(1.0)));
    expect(keyOf(nested(1))).not.toBe(keyOf(nested(2)));
  });
});
