import type { Readable } from 'node:stream';
import type { Clock } from '../../clock/port.js';
import { receive, type Arrived } from '../incoming.js';
import { BlobMissing, BlobsUnavailable, type BlobInfo, type Blobs } from '../port.js';
import { takeTurns } from '../../clock/turns.js';
import { verified } from '../verified.js';
import type { Range } from './bucket.js';
import { collect } from './collect.js';
import { type Copy, FIRST_COPY, safeCopy } from './copies.js';
import type { Shelf } from './shelf.js';

const SHA256 = /^[0-9a-f]{64}$/;
/** A copy that is being removed while it is put: so often another one is tried. */
const TRIES = 5;

/** Up to here it takes less to send a blob again than to ask whether it is there. */
const SMALL_BYTES = 1024 * 1024;

/** Blobs of a bucket that other processes use at the same time. */
export class ShelvedBlobs implements Blobs {
  /** One at a time writes, touches or removes a blob in this process; other processes are told by marks. */
  readonly #turns = takeTurns();
  /** Found damaged when read; the next `put` replaces the object. */
  readonly #damaged = new Set<string>();

  constructor(
    private readonly shelf: Shelf,
    private readonly temporaryFolder: string,
    private readonly clock: Clock,
  ) {}

  async put(
    content: AsyncIterable<Uint8Array>,
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<BlobInfo> {
    return receive({ folder: this.temporaryFolder, nameless: true }, content, maxBytes, (arrived) =>
      this.#turns(arrived.sha256, () => this.#settle(arrived)),
    );
  }

  async open(sha256: string, range?: Range): Promise<Readable> {
    if (!SHA256.test(sha256)) throw new BlobMissing('no blob has such a name');
    const bytes = await this.shelf.open(sha256, range);
    if (bytes === undefined) throw new BlobMissing(`no blob ${sha256}`);
    return range === undefined ? verified(bytes, sha256, () => this.#damaged.add(sha256)) : bytes;
  }

  async info(sha256: string): Promise<BlobInfo | undefined> {
    if (!SHA256.test(sha256)) return undefined;
    for (const { size } of (await this.shelf.copies(sha256)).values())
      if (size !== undefined) return { sha256, size };
    return undefined;
  }

  async collect(options: Parameters<Blobs['collect']>[0]): Promise<number> {
    return collect(this.shelf, this.#turns, this.clock, options);
  }

  /** Writes or touches a copy; it counts when nobody had set out to remove it by then (`collect.ts`). */
  async #settle(arrived: Arrived): Promise<BlobInfo> {
    const { sha256, size } = arrived;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const copy = await this.#copyToKeep(arrived, tries);
      if (copy.size === size && !this.#damaged.has(sha256)) await this.shelf.touch(sha256, copy.number);
      else await this.shelf.write(copy.number, arrived);
      this.#damaged.delete(sha256);
      const kept = (await this.shelf.copies(sha256)).get(copy.number);
      if (kept?.size === size && kept.condemned === undefined) return { sha256, size };
    }
    throw new BlobsUnavailable(`blob ${sha256} is removed each time it is put`);
  }

  async #copyToKeep({ sha256, size }: Arrived, tries: number): Promise<Copy> {
    if (tries === 0 && size <= SMALL_BYTES) return FIRST_COPY;
    return safeCopy(await this.shelf.copies(sha256));
  }
}
