import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { guardedBlobs, openDiskBlobs } from '../blobs/index.js';
import { isTransient } from '../errors/cairn-error.js';
import { FreeSpace, SpaceUnavailable } from './free-space.js';

const RESERVE = 1_000;

describe('the reserve of a disk', () => {
  let free: number;
  let asked: number;
  let now: number;
  const spaceOf = (reserveBytes: number) =>
    new FreeSpace({
      folder: '/data',
      reserveBytes,
      now: () => now,
      freeBytes: async () => {
        asked += 1;
        return free;
      },
    });
  let space: FreeSpace;
  beforeEach(() => {
    [free, asked, now] = [10_000, 0, 0];
    space = spaceOf(RESERVE);
  });
  const took = async (...sizes: readonly number[]): Promise<number> => {
    let bytes = 0;
    for await (const chunk of space.guarded(Readable.from(sizes.map((size) => Buffer.alloc(size))))) {
      bytes += chunk.byteLength;
      free -= chunk.byteLength;
    }
    return bytes;
  };

  it('lets nothing begin below it', async () => {
    await space.check();
    free = RESERVE - 1;
    now += 2_000;
    await expect(space.check()).rejects.toBeInstanceOf(SpaceUnavailable);
    expect(await space.refusal()).toContain('1000 bytes');
    free = RESERVE;
    expect(await space.refusal()).toBeUndefined();
  });

  it('is not taken by what is under way, however much comes between two looks', async () => {
    expect(await took(4_000, 5_000)).toBe(9_000);
    expect(free).toBe(RESERVE);
    await expect(took(1)).rejects.toBeInstanceOf(SpaceUnavailable);
  });

  it('is not taken by several at the same time', async () => {
    const outcomes = await Promise.allSettled([took(4_000), took(4_000), took(4_000)]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(free).toBe(2_000);
  });

  it('asks the system once a second while much is free, and each time near the reserve', async () => {
    for (let index = 0; index < 10; index += 1) await space.check(10);
    expect(asked).toBe(1);
    now += 1_001;
    await space.check(10);
    expect(asked).toBe(2);
    free = RESERVE + 5;
    now += 1_001;
    for (let index = 0; index < 3; index += 1) await space.refusal(10);
    expect(asked).toBe(5);
  });

  it('asks nobody when there is none', async () => {
    space = spaceOf(0);
    free = 0;
    await space.check(10);
    expect(asked).toBe(0);
  });

  it('asks of each folder by itself', async () => {
    const two = new FreeSpace({
      folder: '/data',
      reserveBytes: RESERVE,
      freeBytes: async (folder) => (folder === '/tmp' ? 0 : 10_000),
    });
    await two.check();
    await expect(two.check(0, '/tmp')).rejects.toBeInstanceOf(SpaceUnavailable);
  });

  it('is what durable work waits for', () => {
    expect(isTransient(new SpaceUnavailable('full'))).toBe(true);
  });

  it('knows the disks of this machine', async () => {
    const here = (reserveBytes: number) => new FreeSpace({ folder: tmpdir(), reserveBytes });
    expect(await here(1).refusal()).toBeUndefined();
    expect(await here(2 ** 62).refusal()).toBeDefined();
  });

  it('is kept by blobs: nothing stays of what would take it, and a stream that breaks at once is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-space-'));
    const bare = await openDiskBlobs({ folder });
    const blobs = guardedBlobs(bare, space);
    const of = (size: number) => Readable.from([Buffer.alloc(size / 2), Buffer.alloc(size / 2, 1)]);
    const options = { maxBytes: 1e6 };
    const { sha256 } = await blobs.put(of(8_000), options);
    free = 3_000;
    now += 2_000;
    await expect(blobs.put(of(6_000), options)).rejects.toBeInstanceOf(SpaceUnavailable);
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    expect(await blobs.info(sha256)).toEqual({ sha256, size: 8_000 });
    const broken = new Readable({ read: () => undefined });
    const put = blobs.put(broken, options);
    broken.destroy(new Error('the client went away'));
    await expect(put).rejects.toThrow('the client went away');
    expect((await bare.put(of(6_000), options)).size).toBe(6_000);
    rmSync(folder, { recursive: true });
  });
});
