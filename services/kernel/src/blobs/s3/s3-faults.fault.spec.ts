import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as later } from 'node:timers/promises';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { until } from '../../testkit/until.js';
import { openS3Blobs } from '../index.js';
import { BlobsUnavailable, type Blobs } from '../port.js';
import type { S3Blobs, S3BlobsOptions, S3Timeouts } from './options.js';
import { RawBucket } from './testing/raw-bucket.js';
import { TcpProxy } from './testing/tcp-proxy.js';

const MB = 1024 * 1024;
/** So that specs of what does not answer are short. */
const SOON: S3Timeouts = { connectMs: 1_000, requestMs: 1_000, transferMs: 2_000, idleMs: 1_000 };

let engine: RunningEngine;
let proxy: TcpProxy;
const opened: S3Blobs[] = [];
beforeAll(async () => {
  engine = await startEngine('s3');
});
afterAll(() => engine.stop());
beforeEach(async () => {
  proxy = await TcpProxy.start(engine.url);
});
afterEach(async () => {
  for (const blobs of opened.splice(0)) await blobs.close();
  await proxy.stop();
});

const optionsOf = (more: Partial<S3BlobsOptions> = {}): S3BlobsOptions => ({
  endpoint: engine.url,
  region: 'us-east-1',
  bucket: `cairn-${randomUUID()}`,
  accessKeyId: engine.user ?? '',
  secretAccessKey: engine.password ?? '',
  ...more,
});
const open = async (options: S3BlobsOptions): Promise<S3Blobs> => {
  const blobs = await openS3Blobs(options);
  opened.push(blobs);
  return blobs;
};
const put = (blobs: Blobs, bytes: Buffer) => blobs.put(Readable.from([bytes]), { maxBytes: 1024 * MB });
const read = async (blobs: Blobs, sha256: string): Promise<Buffer> =>
  Buffer.concat((await (await blobs.open(sha256)).toArray()) as Buffer[]);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );

describe('S3 that is not as it should be', () => {
  it.each<readonly [string, Partial<S3BlobsOptions>, RegExp]>([
    [
      'another access key',
      { accessKeyId: 'nobody' },
      /the access key id is not known there.*InvalidAccessKeyId/,
    ],
    [
      'another secret',
      { secretAccessKey: 'wrong' },
      /does not belong to the access key id.*SignatureDoesNotMatch/,
    ],
    ['another region', { region: 'eu-west-1' }, /check the region/],
    ['a name that no bucket can have', { bucket: 'Not_A_Bucket' }, /a bucket cannot have this name/],
    ['no such host', { endpoint: 'http://nowhere.invalid' }, /the name of the host is not known/],
  ])('says so at the start: %s', async (_what, wrong, message) => {
    const failure = await failureOf(open(optionsOf(wrong)));
    expect(failure).toBeInstanceOf(BlobsUnavailable);
    expect(String(failure)).toMatch(message);
    expect(String(failure)).toContain('S3 at http');
    expect(String(failure)).not.toContain(engine.password);
  });

  it('opens while the server is away, says so in each call, and makes the bucket when it is back', async () => {
    const options = optionsOf();
    await engine.kill();
    const blobs = await open(options);
    const failure = await failureOf(put(blobs, randomBytes(10)));
    expect(failure).toBeInstanceOf(BlobsUnavailable);
    expect(String(failure)).toMatch(/S3 at http:\/\/127\.0\.0\.1:\d+, bucket .*: nothing listens there/);
    await engine.again();
    await until(async () => new RawBucket(options).keys().then(Boolean, () => false));
    const { sha256 } = await put(blobs, randomBytes(10));
    expect(await blobs.info(sha256)).toEqual({ sha256, size: 10 });
  });

  it('says so when the bucket is gone, and not that a blob is missing', async () => {
    const options = optionsOf();
    const blobs = await open(options);
    const { sha256 } = await put(blobs, randomBytes(10));
    await new RawBucket(options).removeAll();
    for (const work of [blobs.open(sha256), blobs.info(sha256), put(blobs, randomBytes(10))])
      expect(String(await failureOf(work))).toMatch(/^BlobsUnavailable: .*there is no such bucket/);
  });

  it('opens a bucket that is there already', async () => {
    const options = optionsOf();
    const { sha256 } = await put(await open(options), randomBytes(10));
    expect(await (await open(options)).info(sha256)).toEqual({ sha256, size: 10 });
  });
});

describe('S3 that fails', () => {
  const PATIENT: Partial<S3Timeouts> = { requestMs: 4_000, transferMs: 8_000 };

  it.each([0, 5, 12, 20, 24].map((megabytes) => megabytes * MB))(
    'shows nothing half when it is killed after %d bytes of an upload, and takes it again',
    async (sent) => {
      const options = optionsOf({ timeouts: PATIENT });
      const raw = new RawBucket(options);
      const blobs = await open({ ...options, endpoint: proxy.url });
      const bytes = randomBytes(24 * MB + 1);
      const killed = new Promise<void>((resolve) => {
        proxy.whenSent(sent, () => resolve(engine.kill()));
      });
      const putting = failureOf(put(blobs, bytes));
      await killed;
      expect(await putting).toBeInstanceOf(BlobsUnavailable);
      await engine.again();
      expect(await raw.keys()).toEqual([]);
      const { sha256 } = await put(blobs, bytes);
      expect((await read(blobs, sha256)).equals(bytes)).toBe(true);
    },
  );

  it.each([100, 9 * MB])('keeps %d bytes whichever answer is lost', async (size) => {
    const options = optionsOf({ timeouts: PATIENT });
    const blobs = await open({ ...options, endpoint: proxy.url });
    let lost = 0;
    for (let answers = Infinity; lost < answers; lost += 1) {
      const bytes = randomBytes(size);
      proxy.loseAnswerAfter(lost);
      const { sha256 } = await put(blobs, bytes);
      answers = proxy.answers;
      expect((await read(blobs, sha256)).equals(bytes)).toBe(true);
    }
    expect(lost).toBeGreaterThanOrEqual(2);
    expect(await new RawBucket(options).unfinished()).toHaveLength(size > 8 * MB ? 1 : 0);
  });

  it.each([100_000, 20 * MB])('keeps nothing of %d bytes when one changed on its way', async (size) => {
    const options = optionsOf();
    const blobs = await open({ ...options, endpoint: proxy.url });
    proxy.flipByteAfter(size - 50_000);
    const failure = await failureOf(put(blobs, randomBytes(size)));
    expect(String(failure)).toMatch(/^BlobsUnavailable: .*XAmzContentSHA256Mismatch/);
    expect(await new RawBucket(options).keys()).toEqual([]);
    expect(await new RawBucket(options).unfinished()).toEqual([]);
  });

  it('fails in time when it is frozen, and goes on when it is not', async () => {
    const blobs = await open(optionsOf({ timeouts: SOON }));
    const bytes = randomBytes(1000);
    const { sha256 } = await put(blobs, bytes);
    await engine.signal('SIGSTOP');
    // On another core it goes on for a moment.
    await later(100);
    try {
      const began = Date.now();
      for (const work of [blobs.open(sha256), blobs.info(sha256), put(blobs, bytes)])
        expect(String(await failureOf(work))).toMatch(/^BlobsUnavailable: .*no answer came in time/);
      expect(Date.now() - began).toBeLessThan(15_000);
    } finally {
      await engine.signal('SIGCONT');
    }
    expect((await read(blobs, sha256)).equals(bytes)).toBe(true);
  });

  it.each(['SIGSTOP', 'SIGKILL'] as const)('ends a download that stands still: %s', async (signal) => {
    const blobs = await open(optionsOf({ timeouts: SOON }));
    const bytes = randomBytes(64 * MB);
    const { sha256 } = await put(blobs, bytes);
    const stream = await blobs.open(sha256);
    const chunks = stream.iterator();
    await chunks.next();
    await (signal === 'SIGKILL' ? engine.kill() : engine.signal(signal));
    try {
      const rest = (async () => {
        while ((await chunks.next()).done !== true);
      })();
      expect(await failureOf(rest)).toBeInstanceOf(BlobsUnavailable);
    } finally {
      await (signal === 'SIGKILL' ? engine.again() : engine.signal('SIGCONT'));
    }
    expect((await read(blobs, sha256)).equals(bytes)).toBe(true);
  });

  it('lets go of the connection when a reader goes away, also before the first byte', async () => {
    const blobs = await open(optionsOf({ endpoint: proxy.url }));
    const { sha256 } = await put(blobs, randomBytes(8 * MB));
    const streams = await Promise.all(Array.from({ length: 20 }, () => blobs.open(sha256)));
    expect(proxy.connections).toBeGreaterThanOrEqual(20);
    for (const [index, stream] of streams.entries()) {
      if (index % 2 === 0) await stream.iterator({ destroyOnReturn: false }).next();
      stream.destroy();
    }
    while (proxy.connections > 2) await new Promise((resolve) => setImmediate(resolve));
  });
});
