import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { blobsConformance } from '../conformance.js';
import { openS3Blobs } from '../index.js';
import type { Blobs } from '../port.js';
import { BlobDamaged } from '../verified.js';
import { Bucket } from './bucket.js';
import type { S3Blobs, S3BlobsOptions } from './options.js';
import { Requests } from './requests.js';
import { RawBucket } from './testing/raw-bucket.js';

const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const ALL = { isReferenced: async () => false, untouchedSince: Date.now() + DAY_MS };

let engine: RunningEngine;
let temporaryFolder: string;
const opened: S3Blobs[] = [];
beforeAll(async () => {
  engine = await startEngine('s3');
  temporaryFolder = await mkdtemp(join(tmpdir(), 'cairn-s3-'));
});
afterAll(async () => {
  await rm(temporaryFolder, { recursive: true });
  await engine.stop();
});
afterEach(async () => {
  for (const blobs of opened.splice(0)) await blobs.close();
});

const optionsOf = (more: Partial<S3BlobsOptions> = {}): S3BlobsOptions => ({
  endpoint: engine.url,
  region: 'us-east-1',
  bucket: `cairn-${randomUUID()}`,
  accessKeyId: engine.user ?? '',
  secretAccessKey: engine.password ?? '',
  temporaryFolder,
  ...more,
});
const open = async (options: S3BlobsOptions = optionsOf()): Promise<S3Blobs> => {
  const blobs = await openS3Blobs(options);
  opened.push(blobs);
  return blobs;
};

blobsConformance('S3', () => open());

describe('blobs in S3', () => {
  const put = (blobs: Blobs, bytes: Buffer) => blobs.put(Readable.from([bytes]), { maxBytes: 1024 * MB });
  const read = async (blobs: Blobs, sha256: string): Promise<Buffer> =>
    Buffer.concat((await (await blobs.open(sha256)).toArray()) as Buffer[]);
  const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
  /** Puts again until the store's clock, which counts seconds, says so. */
  const touchLater = async (blobs: Blobs, bytes: Buffer, raw: RawBucket): Promise<number> => {
    const { sha256 } = await put(blobs, bytes);
    const written = (await raw.list()).find(({ key }) => key === keyOf(sha256))?.modified ?? 0;
    for (;;) {
      await put(blobs, bytes);
      const modified = new Map((await raw.list()).map((object) => [object.key, object.modified]));
      const touched = modified.get(`${keyOf(sha256)}.touched`) ?? modified.get(keyOf(sha256)) ?? 0;
      if (touched > written) return touched;
    }
  };

  it('keeps a blob of many parts, and gives ranges of it', async () => {
    const blobs = await open();
    const bytes = randomBytes(20 * MB + 12_345);
    const info = await put(blobs, bytes);
    expect(info).toEqual({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.byteLength,
    });
    expect((await read(blobs, info.sha256)).equals(bytes)).toBe(true);
    const range = await blobs.open(info.sha256, { start: 8 * MB - 10, end: 8 * MB + 9 });
    expect(
      Buffer.concat((await range.toArray()) as Buffer[]).equals(bytes.subarray(8 * MB - 10, 8 * MB + 10)),
    ).toBe(true);
  });

  it('names an object by the hash, below the prefix, and leaves what is not its own alone', async () => {
    const options = optionsOf({ prefix: 'some/where/' });
    const blobs = await open(options);
    const raw = new RawBucket(options);
    await raw.put('some/where/else', 'not ours');
    await raw.put('ours/not', 'not ours');
    const { sha256 } = await put(blobs, randomBytes(100));
    expect([...(await raw.keys())].sort()).toEqual(
      ['ours/not', 'some/where/else', `some/where/${keyOf(sha256)}`].sort(),
    );
    expect(await blobs.collect(ALL)).toBe(1);
    expect(await raw.keys()).toEqual(expect.arrayContaining(['ours/not', 'some/where/else']));
  });

  it('leaves nothing behind: no temporary file, no unfinished upload', async () => {
    const options = optionsOf();
    const blobs = await open(options);
    const bytes = randomBytes(9 * MB);
    await put(blobs, bytes);
    await put(blobs, bytes);
    await expect(blobs.put(Readable.from([bytes]), { maxBytes: 8 * MB })).rejects.toThrow(`${8 * MB}`);
    expect(await readdir(temporaryFolder)).toEqual([]);
    expect(await new RawBucket(options).unfinished()).toEqual([]);
  });

  it('has no file that others see while bytes come in', async () => {
    const blobs = await open();
    const halfWay = async function* () {
      yield randomBytes(3 * MB);
      yield randomBytes(3 * MB);
      expect(await readdir(temporaryFolder)).toEqual([]);
    };
    expect(await blobs.put(halfWay(), { maxBytes: 6 * MB })).toMatchObject({ size: 6 * MB });
  });

  it('fails in place of the end when a byte was flipped, and takes the right bytes again', async () => {
    const options = optionsOf();
    const blobs = await open(options);
    const bytes = randomBytes(2 * MB);
    const { sha256 } = await put(blobs, bytes);
    const flipped = Buffer.from(bytes);
    flipped[2 * MB - 1] = flipped[2 * MB - 1]! ^ 1;
    await new RawBucket(options).put(keyOf(sha256), flipped);
    await expect(read(blobs, sha256)).rejects.toBeInstanceOf(BlobDamaged);
    await put(blobs, bytes);
    expect((await read(blobs, sha256)).equals(bytes)).toBe(true);
  });

  it('replaces an object that was cut short', async () => {
    const options = optionsOf();
    const blobs = await open(options);
    const bytes = randomBytes(2 * MB);
    const { sha256 } = await put(blobs, bytes);
    await new RawBucket(options).put(keyOf(sha256), bytes.subarray(0, 500));
    expect(await put(blobs, bytes)).toEqual({ sha256, size: 2 * MB });
    expect((await read(blobs, sha256)).equals(bytes)).toBe(true);
  });

  it.each([
    ['small one', 1000],
    ['large one', 2 * MB],
  ])('touches a known blob, so that it is not collected: a %s', async (_what, size) => {
    const options = optionsOf();
    const blobs = await open(options);
    const touched = await touchLater(blobs, randomBytes(size), new RawBucket(options));
    expect(await blobs.collect({ ...ALL, untouchedSince: touched })).toBe(0);
    expect(await blobs.collect({ ...ALL, untouchedSince: touched + 1 })).toBe(1);
  });

  it('does not send a large blob again that is there', async () => {
    const options = optionsOf();
    const blobs = await open(options);
    const raw = new RawBucket(options);
    const bytes = randomBytes(2 * MB);
    const { sha256 } = await put(blobs, bytes);
    const other = Buffer.alloc(bytes.byteLength);
    await raw.put(keyOf(sha256), other);
    await put(blobs, bytes);
    const range = await blobs.open(sha256, { start: 0, end: 9 });
    expect(Buffer.concat((await range.toArray()) as Buffer[]).equals(other.subarray(0, 10))).toBe(true);
  });

  it('does not collect a blob that another process touches while references are looked for', async () => {
    const options = optionsOf();
    const [blobs, other] = [await open(options), await open(options)];
    const bytes = randomBytes(1000);
    const raw = new RawBucket(options);
    const { sha256 } = await put(blobs, bytes);
    const modified = (await raw.list())[0]!.modified;
    const isReferenced = async (): Promise<boolean> => {
      await touchLater(other, bytes, raw);
      return false;
    };
    expect(await blobs.collect({ isReferenced, untouchedSince: modified + 1 })).toBe(0);
    expect((await read(blobs, sha256)).equals(bytes)).toBe(true);
  });

  it('keeps a copy of its own when another process has set out to remove the one that is there', async () => {
    const options = optionsOf();
    const blobs = await open(options);
    const raw = new RawBucket(options);
    const bytes = randomBytes(1000);
    const { sha256 } = await put(blobs, bytes);
    await raw.put(`${keyOf(sha256)}.condemned`, '');
    await put(blobs, bytes);
    await raw.remove(keyOf(sha256));
    expect(await blobs.info(sha256)).toEqual({ sha256, size: 1000 });
    expect((await read(blobs, sha256)).equals(bytes)).toBe(true);
    expect((await (await blobs.open(sha256, { start: 1, end: 2 })).toArray()).length).toBe(1);
  });

  it('leaves a removal that was broken off alone for a day, and finishes it then', async () => {
    const options = optionsOf();
    const raw = new RawBucket(options);
    const { sha256 } = await put(await open(options), randomBytes(1000));
    await raw.put(`${keyOf(sha256)}.condemned`, '');
    expect(await (await open(options)).collect(ALL)).toBe(0);
    const nextDay = await open({ ...options, clock: { now: () => Date.now() + DAY_MS + 60_000 } });
    expect(await nextDay.collect(ALL)).toBe(0);
    expect(await nextDay.collect(ALL)).toBe(1);
    expect(await raw.keys()).toEqual([`${keyOf(sha256)}.condemned`]);
    expect(await nextDay.collect(ALL)).toBe(0);
    expect(await raw.keys()).toEqual([]);
  });

  it('forgets an upload that nobody finished, when blobs are collected', async () => {
    const options = optionsOf();
    const blobs = await open(options);
    const raw = new RawBucket(options);
    await raw.begin(keyOf('a'.repeat(64)));
    await raw.begin('not/ours');
    expect(await blobs.collect({ ...ALL, untouchedSince: Date.now() - DAY_MS })).toBe(0);
    expect(await raw.unfinished()).toHaveLength(2);
    expect(await blobs.collect(ALL)).toBe(0);
    expect(await raw.unfinished()).toEqual(['not/ours']);
  });

  it('lists more objects than one request brings', async () => {
    const options = optionsOf();
    const blobs = await open(options);
    const kept = [];
    for (let index = 0; index < 5; index += 1) kept.push((await put(blobs, randomBytes(10 + index))).sha256);
    const requests = new Requests(options);
    const listed: string[] = [];
    for await (const { key } of new Bucket(requests, 2).list('')) listed.push(key);
    requests.close();
    expect(listed).toEqual(kept.map(keyOf).sort());
  });
});
