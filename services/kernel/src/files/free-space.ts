import { statfs } from 'node:fs/promises';

/** So old may be what is known of a disk, less what was written since. */
const KNOWN_MS = 1_000;

/** The disk has no more than its reserve: what is large waits or is refused until there is room again. */
export class SpaceUnavailable extends Error {
  override readonly name = 'SpaceUnavailable';
}

export interface FreeSpaceOptions {
  /** On the disk that is meant. */
  readonly folder: string;
  /** So many bytes stay free; 0 keeps none. */
  readonly reserveBytes: number;
  /** Bytes that are free where a folder is; the system is asked when absent. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  /** Milliseconds; of the process when absent. */
  readonly now?: () => number;
}

interface Known {
  /** What was free, less what was let through since. */
  bytes: number;
  readonly at: number;
}

/**
 * Keeps a part of a disk free for what is small and must go on: a full disk closes the log. What writes much asks here
 * before it begins and with each piece.
 */
export class FreeSpace {
  readonly #known = new Map<string, Known>();

  constructor(private readonly options: FreeSpaceOptions) {}

  /** Why no more bytes may be written where the folder is; `undefined` when they may. */
  async refusal(bytes = 0, folder = this.options.folder): Promise<string | undefined> {
    const { reserveBytes } = this.options;
    if (reserveBytes === 0 || (await this.#hasRoom(bytes, folder))) return undefined;
    return `Less than ${reserveBytes} bytes of the disk are free, which are kept for what is small.`;
  }

  /** Throws `SpaceUnavailable`. */
  async check(bytes = 0, folder?: string): Promise<void> {
    const refusal = await this.refusal(bytes, folder);
    if (refusal !== undefined) throw new SpaceUnavailable(refusal);
  }

  /** The same bytes, which fail with `SpaceUnavailable` before the first that would take of the reserve. */
  async *guarded(
    content: AsyncIterable<Uint8Array>,
    folder?: string,
  ): AsyncGenerator<Uint8Array, void, void> {
    // The content is listened to before the disk is asked: a stream that breaks meanwhile must have somebody to tell.
    for await (const chunk of content) {
      await this.check(chunk.byteLength, folder);
      yield chunk;
    }
  }

  /** Near the reserve the system is asked each time. */
  async #hasRoom(bytes: number, folder: string): Promise<boolean> {
    const { reserveBytes, now = () => performance.now(), freeBytes = freeBytesOf } = this.options;
    let known = this.#known.get(folder);
    if (known === undefined || now() - known.at > KNOWN_MS || known.bytes - bytes < reserveBytes) {
      known = { bytes: await freeBytes(folder), at: now() };
      this.#known.set(folder, known);
    }
    known.bytes -= bytes;
    return known.bytes >= reserveBytes;
  }
}

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
