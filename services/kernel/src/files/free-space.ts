import { statfs } from 'node:fs/promises';
import { Unavailable } from '../errors/cairn-error.js';

/** So old may be what is known of a disk, less what was written since. */
const KNOWN_MS = 1_000;

/** The disk has no more than its reserve: what is large waits or is refused until there is room again. */
export class SpaceUnavailable extends Unavailable {
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
  readonly #reading = new Map<string, Promise<Known>>();

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
    const known = this.#known.get(folder);
    const isRecent = known !== undefined && this.#now() - known.at <= KNOWN_MS;
    return (isRecent && this.#take(bytes, known)) || this.#take(bytes, await this.#readAgain(folder));
  }

  #take(bytes: number, known: Known): boolean {
    if (known.bytes - bytes < this.options.reserveBytes) return false;
    known.bytes -= bytes;
    return true;
  }

  /** Those who ask at the same time share what is left. */
  #readAgain(folder: string): Promise<Known> {
    const { freeBytes = freeBytesOf } = this.options;
    const at = this.#now();
    const reading =
      this.#reading.get(folder) ??
      freeBytes(folder)
        .then((bytes) => {
          const known = { bytes, at };
          this.#known.set(folder, known);
          return known;
        })
        .finally(() => this.#reading.delete(folder));
    this.#reading.set(folder, reading);
    return reading;
  }

  #now(): number {
    return this.options.now?.() ?? performance.now();
  }
}

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
