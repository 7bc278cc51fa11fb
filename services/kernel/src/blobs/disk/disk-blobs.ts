import { open, opendir, rename, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { isMissing, makeFolder, syncFolder } from '../../files/durable.js';
import { BlobMissing, type BlobInfo, type Blobs } from '../port.js';
import { receive, removeLeftovers, statIfThere, type Arrived } from '../incoming.js';
import { takeTurns } from '../../clock/turns.js';
import { verified } from '../verified.js';

const SHA256 = /^[0-9a-f]{64}$/;
const READ_BYTES = 256 * 1024;

/**
 * Blobs as files `aa/bb/<sha256>` below a folder, which belongs to one process. A file's time of modification is when
 * it was last touched. Bytes become durable before their name does, and the name before `put` answers.
 *
 * A blob read from its first byte to its last is checked against its hash: the stream fails with `BlobDamaged` instead
 * of ending (R11). What `put` failed on (a full disk) is thrown as it came.
 */
export const openDiskBlobs = async ({ folder }: { readonly folder: string }): Promise<Blobs> => {
  const incoming = join(folder, 'incoming');
  await makeFolder(incoming);
  await removeLeftovers(incoming, performance.timeOrigin);
  return new DiskBlobs(folder, incoming);
};

class DiskBlobs implements Blobs {
  /** A blob is named, touched and removed in turns, so that none is removed that was just answered as kept. */
  private readonly turns = takeTurns();
  /** Found damaged when read; the next `put` replaces the file. */
  private readonly damaged = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly incoming: string,
  ) {}

  async put(
    content: AsyncIterable<Uint8Array>,
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<BlobInfo> {
    return receive({ folder: this.incoming, nameless: false }, content, maxBytes, (arrived) =>
      this.turns(arrived.sha256, () => this.settle(arrived)),
    );
  }

  async open(sha256: string, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    // Node refuses such a range once it holds the file, which then cannot be closed any more.
    if (range !== undefined && range.start > range.end)
      throw new RangeError(`a range from ${range.start} to ${range.end} is none`);
    const file = await this.openFile(sha256);
    const stream = file.createReadStream({ ...range, highWaterMark: READ_BYTES });
    return range === undefined ? verified(stream, sha256, () => this.damaged.add(sha256)) : stream;
  }

  async info(sha256: string): Promise<BlobInfo | undefined> {
    if (!SHA256.test(sha256)) return undefined;
    const found = await statIfThere(this.path(sha256));
    return found === undefined ? undefined : { sha256, size: found.size };
  }

  async collect(options: Parameters<Blobs['collect']>[0]): Promise<number> {
    let removed = 0;
    for await (const sha256 of this.names()) {
      const isOld = await this.isUntouched(sha256, options.untouchedSince);
      if (!isOld || (await options.isReferenced(sha256))) continue;
      if (await this.turns(sha256, () => this.remove(sha256, options.untouchedSince))) removed += 1;
    }
    return removed;
  }

  private path(sha256: string): string {
    return join(this.folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  /** Gives the bytes their name, or touches those that have it. */
  private async settle(arrived: Arrived): Promise<BlobInfo> {
    const { sha256, size } = arrived;
    const path = this.path(sha256);
    const parent = join(path, '..');
    const known = await statIfThere(path);
    if (known?.size === size && !this.damaged.has(sha256)) {
      const now = new Date();
      await utimes(path, now, now);
    } else {
      await arrived.sync();
      await makeFolder(parent);
      await rename(arrived.path, path);
      this.damaged.delete(sha256);
    }
    // Also for a known blob: the process that named it may have died before its name was durable.
    await syncFolder(parent);
    return { sha256, size };
  }

  private async openFile(sha256: string): ReturnType<typeof open> {
    if (!SHA256.test(sha256)) throw new BlobMissing(`no blob has such a name`);
    try {
      return await open(this.path(sha256), 'r');
    } catch (error) {
      if (isMissing(error)) throw new BlobMissing(`no blob ${sha256}`);
      throw error;
    }
  }

  private async *names(): AsyncGenerator<string> {
    for await (const outer of foldersOf(this.folder)) {
      for await (const inner of foldersOf(join(this.folder, outer))) {
        for await (const entry of await opendir(join(this.folder, outer, inner))) {
          if (SHA256.test(entry.name)) yield entry.name;
        }
      }
    }
  }

  private async isUntouched(sha256: string, since: number): Promise<boolean> {
    const found = await statIfThere(this.path(sha256));
    return found !== undefined && found.mtimeMs < since;
  }

  /** Removes it unless it was touched while somebody looked for references. */
  private async remove(sha256: string, untouchedSince: number): Promise<boolean> {
    if (!(await this.isUntouched(sha256, untouchedSince))) return false;
    await unlink(this.path(sha256));
    this.damaged.delete(sha256);
    return true;
  }
}

/** The folders of two hex digits in a folder. */
const foldersOf = async function* (folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    if (entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)) yield entry.name;
  }
};
