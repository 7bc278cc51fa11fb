import { Readable } from 'node:stream';
import { heldDuring } from '../testkit/index.js';
import { imageSizeOf } from './image-size.js';

/** Others wait no longer for a picture that somebody sent, ms. */
const MOST_HELD_MS = 100;

const storing = (content: Buffer) => ({
  blobs: {
    open: async (_: string, { start, end } = { start: 0, end: content.length }) =>
      Readable.from([content.subarray(start, end + 1)]),
  },
  file: { sha256: 'a'.repeat(64), size: content.length },
});
const sizeOf = (content: Buffer) => {
  const { blobs, file } = storing(content);
  return imageSizeOf(blobs, file, { account: 'user:1' });
};

const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from(`    ${type}`, 'latin1'), ...content]);
  body.writeUInt32BE(body.length);
  return body;
};

/** Each of these says a size, and each is compared with all that come after it. */
const manySizes = (count: number): Buffer => {
  const sizes = Array<Buffer>(count).fill(box('ispe', Buffer.alloc(12, 1)));
  const properties = box('iprp', box('ipco', ...sizes));
  return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0')), box('meta', Buffer.alloc(4), properties)]);
};

describe('a picture of a stranger', () => {
  beforeAll(() => sizeOf(manySizes(1)));

  it.each([
    ['26,000 sizes', manySizes(26_000)],
    ['half a megabyte of nothing', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(520_000)])],
  ])('S30: that has %s holds nobody up', async (_, content) =>
    expect(await heldDuring(() => sizeOf(content))).toBeLessThan(MOST_HELD_MS),
  );

  it('has the size that its header says', async () =>
    expect(await sizeOf(manySizes(1))).toEqual({ width: 0x01010101, height: 0x01010101 }));
});
