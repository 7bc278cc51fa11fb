import { createHash } from 'node:crypto';
import { itemId } from './item-ids.js';
import { Ordinals } from './ordinals.js';

const version = '018f4d1a-0000-7000-8000-000000000002';
const item = { text: 'a', sha256: '', fileName: '', splits: ['train'] };

describe('ids of imported items', () => {
  it('law 3: are the same whenever the same items come, and differ for equals within one file', () => {
    const ids = (): readonly string[] => {
      const ordinals = new Ordinals();
      return [item, { ...item, text: 'b' }, item].map((one) => itemId(version, one, ordinals));
    };
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(3);
  });

  it('are of the version, the split, the text, the file and its name', () => {
    const others = [
      [version, { ...item, text: 'b' }],
      [version, { ...item, sha256: 'f'.repeat(64) }],
      [version, { ...item, fileName: 'a.png' }],
      [version, { ...item, text: '', fileName: 'a' }],
      [version, { ...item, splits: ['test'] }],
      [version, { ...item, splits: ['train', 'test'] }],
      [version, { ...item, splits: [] }],
      ['018f4d1a-0000-7000-8000-000000000003', item],
    ] as const;
    const ids = [[version, item] as const, ...others].map(([of, one]) => itemId(of, one, new Ordinals()));
    expect(new Set(ids).size).toBe(9);
  });
});

describe('ordinals', () => {
  it('count equals, also when the table has grown', () => {
    const ordinals = new Ordinals();
    const digests = Array.from({ length: 20_000 }, (_, index) =>
      createHash('sha256')
        .update(String(index % 15_000))
        .digest('hex'),
    );
    const counted = digests.map((digest) => ordinals.next(digest));
    expect(counted.slice(0, 15_000).every((ordinal) => ordinal === 0)).toBe(true);
    expect(counted.slice(15_000).every((ordinal) => ordinal === 1)).toBe(true);
  });
});
