import { randomBytes } from 'node:crypto';
import { HashFilter } from './hash-filter.js';
import { hashesIn } from './hashes.js';

const hash = (): string => randomBytes(32).toString('hex');

describe('a filter of hashes', () => {
  it('has every hash that was added, and of others next to none', () => {
    const filter = new HashFilter();
    const added = Array.from({ length: 100_000 }, hash);
    for (const each of added) filter.add(each);
    expect(added.filter((each) => !filter.has(each))).toEqual([]);
    expect(Array.from({ length: 10_000 }, hash).filter((each) => filter.has(each)).length).toBeLessThan(10);
  });

  it('has none of them at first', () => {
    expect(new HashFilter().has(hash())).toBe(false);
  });
});

describe('the hashes in data', () => {
  it('are found in fields, keys, lists and within texts', () => {
    const [a, b, c, d] = [hash(), hash(), hash(), hash()];
    const data = {
      file: { sha256: a },
      parts: [1, null, [`sha256:${b}, and ${c}.`]],
      [d]: true,
      short: 'abc',
    };
    expect([...hashesIn(data)]).toEqual([a, b, c, d]);
    expect([...hashesIn(a)]).toEqual([a]);
    expect(hashesIn({ sha256: a.slice(1), large: a.toUpperCase(), none: undefined }).size).toBe(0);
  });
});
