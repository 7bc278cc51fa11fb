import type { Readable } from 'node:stream';
import type { Arrived } from '../incoming.js';
import type { Bucket, Range } from './bucket.js';
import { copiesAmong, type Copy, type Listed } from './copies.js';
import { keyOf, type Mark, nameOf } from './names.js';
import type { Uploads } from './uploads.js';

/** The objects of blobs under their keys. */
export class Shelf {
  constructor(
    private readonly bucket: Pick<Bucket, 'list' | 'get' | 'remove'>,
    private readonly uploads: Pick<Uploads, 'put' | 'putMark' | 'abandonOlder'>,
    private readonly prefix: string,
  ) {}

  /** Every object of every blob; those of one blob follow each other. */
  all(): AsyncGenerator<Listed, void, void> {
    return this.#list(this.prefix);
  }

  /** What is there of a blob, by the number of the copy. */
  async copies(sha256: string): Promise<ReadonlyMap<number, Copy>> {
    const objects: Listed[] = [];
    for await (const object of this.#list(keyOf(this.prefix, { sha256, copy: 0 }))) objects.push(object);
    return copiesAmong(objects);
  }

  /** The bytes of the first copy that is there; `undefined` when none is. */
  async open(sha256: string, range: Range | undefined): Promise<Readable | undefined> {
    const first = await this.bucket.get(keyOf(this.prefix, { sha256, copy: 0 }), range);
    if (first !== undefined) return first;
    for (const { number, size } of (await this.copies(sha256)).values()) {
      const found =
        size === undefined
          ? undefined
          : await this.bucket.get(keyOf(this.prefix, { sha256, copy: number }), range);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async write(copy: number, arrived: Arrived): Promise<void> {
    await this.uploads.put(keyOf(this.prefix, { sha256: arrived.sha256, copy }), arrived);
  }

  async touch(sha256: string, copy: number): Promise<void> {
    await this.uploads.putMark(keyOf(this.prefix, { sha256, copy, mark: 'touched' }));
  }

  async condemn(sha256: string, copy: number): Promise<void> {
    await this.uploads.putMark(keyOf(this.prefix, { sha256, copy, mark: 'condemned' }));
  }

  /** Removes a copy, or a mark on it. */
  async remove(sha256: string, copy: number, mark?: Mark): Promise<void> {
    await this.bucket.remove(keyOf(this.prefix, { sha256, copy, ...(mark === undefined ? {} : { mark }) }));
  }

  /** Forgets uploads that were begun before that time (ms since 1970) and never finished. */
  abandonUploads(before: number): Promise<void> {
    return this.uploads.abandonOlder(this.prefix, (key) => nameOf(this.prefix, key) !== undefined, before);
  }

  async *#list(prefix: string): AsyncGenerator<Listed, void, void> {
    for await (const { key, size, modified } of this.bucket.list(prefix)) {
      const name = nameOf(this.prefix, key);
      if (name !== undefined) yield { name, size, modified };
    }
  }
}
