import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { conformance } from '../testkit/conformance.js';
import { BlobMissing, BlobTooLarge, type Blobs } from './port.js';

const MAX = 10_000_000;
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pieces = (...parts: readonly Uint8Array[]): AsyncIterable<Uint8Array> => Readable.from(parts);
const drain = async (stream: Readable): Promise<Buffer> =>
  Buffer.concat((await stream.toArray()) as Buffer[]);
const notReferenced = { isReferenced: async () => false };

/** What every blob store keeps to. `make` gives an empty one. */
export const blobsConformance = (name: string, make: () => Promise<Blobs>): void => {
  conformance(`blobs in ${name}`, () => {
    let blobs: Blobs;
    beforeEach(async () => {
      blobs = await make();
    });
    const put = (bytes: Uint8Array) => blobs.put(pieces(bytes), { maxBytes: MAX });

    it('answers the SHA-256 and the size of what came in, and gives it back', async () => {
      const [first, second] = [randomBytes(70_000), randomBytes(130_001)];
      const whole = Buffer.concat([first, second]);
      const info = await blobs.put(pieces(first, second), { maxBytes: MAX });
      expect(info).toEqual({ sha256: digest(whole), size: 200_001 });
      expect(await blobs.info(info.sha256)).toEqual(info);
      expect((await drain(await blobs.open(info.sha256))).equals(whole)).toBe(true);
    });

    it('keeps a blob of no bytes', async () => {
      const info = await blobs.put(pieces(), { maxBytes: 0 });
      expect(info).toEqual({ sha256: digest(Buffer.alloc(0)), size: 0 });
      expect((await drain(await blobs.open(info.sha256))).byteLength).toBe(0);
    });

    it('answers the same for bytes that it has', async () => {
      const bytes = randomBytes(1000);
      const info = await put(bytes);
      expect(await put(bytes)).toEqual(info);
      expect((await drain(await blobs.open(info.sha256))).equals(bytes)).toBe(true);
    });

    it('keeps one blob when the same bytes come in many times at once', async () => {
      const bytes = randomBytes(300_000);
      const infos = await Promise.all(Array.from({ length: 8 }, () => put(bytes)));
      expect(infos).toEqual(Array.from({ length: 8 }, () => ({ sha256: digest(bytes), size: 300_000 })));
      expect((await drain(await blobs.open(digest(bytes)))).equals(bytes)).toBe(true);
      expect(await blobs.collect({ ...notReferenced, untouchedSince: Date.now() + 60_000 })).toBe(1);
    });

    it('gives a range, both ends inclusive', async () => {
      const bytes = randomBytes(5000);
      const { sha256 } = await put(bytes);
      const range = async (start: number, end: number) => drain(await blobs.open(sha256, { start, end }));
      expect((await range(0, 0)).equals(bytes.subarray(0, 1))).toBe(true);
      expect((await range(100, 2100)).equals(bytes.subarray(100, 2101))).toBe(true);
      expect((await range(4999, 4999)).equals(bytes.subarray(4999))).toBe(true);
      expect((await range(0, 4999)).equals(bytes)).toBe(true);
    });

    it('gives what there is of a range that goes beyond the end', async () => {
      const bytes = randomBytes(5000);
      const [some, none] = [await put(bytes), await put(Buffer.alloc(0))];
      const range = async (sha256: string, start: number, end: number) =>
        drain(await blobs.open(sha256, { start, end }));
      expect((await range(some.sha256, 4990, 9999)).equals(bytes.subarray(4990))).toBe(true);
      expect(await range(some.sha256, 5000, 9999)).toHaveLength(0);
      expect(await range(none.sha256, 0, 9999)).toHaveLength(0);
    });

    it('lets several read at once', async () => {
      const bytes = randomBytes(400_000);
      const { sha256 } = await put(bytes);
      const streams = await Promise.all([blobs.open(sha256), blobs.open(sha256)]);
      const read = await Promise.all(streams.map(drain));
      expect(read.map((each) => each.equals(bytes))).toEqual([true, true]);
    });

    it.each(['0'.repeat(64), 'F'.repeat(64), '', '../../etc/passwd', `${'0'.repeat(63)}/`])(
      'knows no blob named %p',
      async (sha256) => {
        await expect(blobs.open(sha256)).rejects.toBeInstanceOf(BlobMissing);
        await expect(blobs.open(sha256, { start: 0, end: 1 })).rejects.toBeInstanceOf(BlobMissing);
        expect(await blobs.info(sha256)).toBeUndefined();
      },
    );

    it('takes exactly as many bytes as allowed', async () => {
      expect(await blobs.put(pieces(randomBytes(10)), { maxBytes: 10 })).toMatchObject({ size: 10 });
    });

    it('refuses more without reading on, and keeps nothing', async () => {
      let given = 0;
      const endless = async function* () {
        for (;;) {
          given += 1;
          yield Buffer.alloc(1000, 1);
        }
      };
      await expect(blobs.put(endless(), { maxBytes: 2500 })).rejects.toBeInstanceOf(BlobTooLarge);
      expect(given).toBe(3);
      expect(await blobs.info(digest(Buffer.alloc(2000, 1)))).toBeUndefined();
      expect(await blobs.collect({ ...notReferenced, untouchedSince: Date.now() + 60_000 })).toBe(0);
    });

    it('fails as the stream fails, and keeps nothing', async () => {
      const part = randomBytes(100_000);
      const failing = async function* () {
        yield part;
        throw new Error('the client went away');
      };
      await expect(blobs.put(failing(), { maxBytes: MAX })).rejects.toThrow('the client went away');
      expect(await blobs.info(digest(part))).toBeUndefined();
    });

    it('collects what nothing refers to and nobody touched', async () => {
      const [kept, dropped] = [await put(randomBytes(100)), await put(randomBytes(100))];
      const asked: string[] = [];
      const isReferenced = async (sha256: string): Promise<boolean> => {
        asked.push(sha256);
        return sha256 === kept.sha256;
      };
      expect(await blobs.collect({ isReferenced, untouchedSince: Date.now() - 60_000 })).toBe(0);
      expect(await blobs.collect({ isReferenced, untouchedSince: Date.now() + 60_000 })).toBe(1);
      expect([...asked].sort()).toEqual([kept.sha256, dropped.sha256].sort());
      expect(await blobs.info(kept.sha256)).toEqual(kept);
      expect(await blobs.info(dropped.sha256)).toBeUndefined();
      await expect(blobs.open(dropped.sha256)).rejects.toBeInstanceOf(BlobMissing);
    });

    it('takes bytes again that were collected', async () => {
      const bytes = randomBytes(100);
      const info = await put(bytes);
      await blobs.collect({ ...notReferenced, untouchedSince: Date.now() + 60_000 });
      expect(await put(bytes)).toEqual(info);
      expect((await drain(await blobs.open(info.sha256))).equals(bytes)).toBe(true);
    });
  });
};
