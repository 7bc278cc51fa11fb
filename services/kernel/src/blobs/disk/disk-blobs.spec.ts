import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  type FileHandle,
  mkdtemp,
  open,
  readFile,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { descriptorsOf } from '../../testkit/open-files.js';
import { blobsConformance } from '../conformance.js';
import type { Blobs } from '../port.js';
import { openDiskBlobs } from './disk-blobs.js';
import { BlobDamaged } from '../verified.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-blobs-'));
});
afterEach(() => rm(folder, { recursive: true }));

blobsConformance('a folder', () => openDiskBlobs({ folder }));

describe('a folder of blobs', () => {
  const LONG_AGO = new Date('2001-01-01T00:00:00Z');
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const put = (blobs: Blobs, bytes: Buffer) => blobs.put(Readable.from([bytes]), { maxBytes: 1_000_000 });
  const flipByte = async (path: string, at: number): Promise<void> => {
    const bytes = await readFile(path);
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(path, bytes);
  };

  it('names a file by its hash, two folders deep', async () => {
    const bytes = randomBytes(1000);
    const { sha256 } = await put(await openDiskBlobs({ folder }), bytes);
    expect((await readFile(pathOf(sha256))).equals(bytes)).toBe(true);
  });

  it('R1: gives bytes their name when they are on disk, and answers when the name is', async () => {
    const bytes = randomBytes(1000);
    const path = pathOf(createHash('sha256').update(bytes).digest('hex'));
    const blobs = await openDiskBlobs({ folder });
    const probe = await open(join(folder, 'probe'), 'w');
    const synced: string[] = [];
    const sync = jest
      .spyOn(Object.getPrototypeOf(probe) as FileHandle, 'sync')
      .mockImplementation(async function (this: FileHandle) {
        const what = (await this.stat()).isFile() ? 'bytes' : 'folder';
        synced.push(`${what} ${existsSync(path) ? 'with' : 'without'} the name`);
      });
    try {
      await put(blobs, bytes);
    } finally {
      sync.mockRestore();
      await probe.close();
    }
    expect([synced[0], synced.at(-1)]).toEqual(['bytes without the name', 'folder with the name']);
  });

  it('leaves no temporary file: not after a success, a known blob, a failure or a blob too large', async () => {
    const blobs = await openDiskBlobs({ folder });
    const bytes = randomBytes(1000);
    await put(blobs, bytes);
    await put(blobs, bytes);
    await expect(blobs.put(Readable.from([bytes]), { maxBytes: 999 })).rejects.toThrow('999');
    const aborted = new Readable({ read: () => undefined });
    const putting = blobs.put(aborted, { maxBytes: 1_000_000 });
    aborted.push(bytes);
    aborted.destroy(new Error('reset'));
    await expect(putting).rejects.toThrow('reset');
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    expect(
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile()),
    ).toHaveLength(1);
  });

  it('keeps blobs over a restart and removes what an earlier process left', async () => {
    const info = await put(await openDiskBlobs({ folder }), randomBytes(1000));
    const left = join(folder, 'incoming', 'left-by-the-dead');
    const underWay = join(folder, 'incoming', 'under-way');
    await writeFile(left, 'half');
    await writeFile(underWay, 'half');
    await utimes(left, LONG_AGO, LONG_AGO);
    const again = await openDiskBlobs({ folder });
    expect(await readdir(join(folder, 'incoming'))).toEqual(['under-way']);
    expect(await again.info(info.sha256)).toEqual(info);
  });

  it('fails in place of the end when a byte was flipped', async () => {
    const blobs = await openDiskBlobs({ folder });
    const { sha256 } = await put(blobs, randomBytes(600_000));
    await flipByte(pathOf(sha256), 599_999);
    const stream = await blobs.open(sha256);
    await expect(stream.toArray()).rejects.toBeInstanceOf(BlobDamaged);
  });

  it('takes the right bytes again after it found damage', async () => {
    const blobs = await openDiskBlobs({ folder });
    const bytes = randomBytes(1000);
    const { sha256 } = await put(blobs, bytes);
    await flipByte(pathOf(sha256), 0);
    await expect((await blobs.open(sha256)).toArray()).rejects.toBeInstanceOf(BlobDamaged);
    await put(blobs, bytes);
    expect((await readFile(pathOf(sha256))).equals(bytes)).toBe(true);
  });

  it('replaces a file that was cut short', async () => {
    const blobs = await openDiskBlobs({ folder });
    const bytes = randomBytes(1000);
    const { sha256 } = await put(blobs, bytes);
    await writeFile(pathOf(sha256), bytes.subarray(0, 500));
    expect(await put(blobs, bytes)).toEqual({ sha256, size: 1000 });
    expect((await readFile(pathOf(sha256))).equals(bytes)).toBe(true);
  });

  it('touches a known blob, so that it is not collected', async () => {
    const blobs = await openDiskBlobs({ folder });
    const bytes = randomBytes(1000);
    const { sha256 } = await put(blobs, bytes);
    await utimes(pathOf(sha256), LONG_AGO, LONG_AGO);
    await put(blobs, bytes);
    expect((await stat(pathOf(sha256))).mtimeMs).toBeGreaterThan(LONG_AGO.getTime());
    expect(
      await blobs.collect({ isReferenced: async () => false, untouchedSince: LONG_AGO.getTime() + 1 }),
    ).toBe(0);
  });

  it('does not collect a blob that is touched while references are looked for', async () => {
    const blobs = await openDiskBlobs({ folder });
    const bytes = randomBytes(1000);
    const { sha256 } = await put(blobs, bytes);
    await utimes(pathOf(sha256), LONG_AGO, LONG_AGO);
    const isReferenced = async (): Promise<boolean> => {
      await put(blobs, bytes);
      return false;
    };
    expect(await blobs.collect({ isReferenced, untouchedSince: LONG_AGO.getTime() + 1 })).toBe(0);
    expect((await readFile(pathOf(sha256))).equals(bytes)).toBe(true);
  });

  it('keeps no file open for a range that cannot be', async () => {
    const blobs = await openDiskBlobs({ folder });
    const { sha256 } = await put(blobs, randomBytes(1000));
    await expect(blobs.open(sha256, { start: 5, end: 1 })).rejects.toBeInstanceOf(RangeError);
    expect(descriptorsOf(sha256)).toEqual([]);
  });
});
