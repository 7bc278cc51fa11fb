import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Blobs, unsealing } from '@cairn/kernel';

/** The bytes of a blob are not what its name says. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** A file that stays where it is until it is let go. */
export interface HeldFile {
  readonly path: string;
  release(): void;
}

interface Kept {
  readonly path: string;
  readonly bytes: number;
  holders: number;
}

export interface LocalFilesOptions {
  readonly blobs: Pick<Blobs, 'open'>;
  /** For this process alone; made when it is not there. */
  readonly folder: string;
  /** Of models that nobody uses now. */
  readonly mostBytes: number;
}

const UNFINISHED = '.part';

/**
 * Blobs as files of this machine. Models stay, those least recently used go first; what callers send is removed as soon as
 * it was used. The bytes are compared with their name when they come, and once for what a former process left.
 */
export class LocalFiles {
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  readonly #coming = new Map<string, Promise<Kept>>();

  private constructor(private readonly options: LocalFilesOptions) {}

  static async open(options: LocalFilesOptions): Promise<LocalFiles> {
    await rm(inputsOf(options.folder), { recursive: true, force: true });
    await mkdir(inputsOf(options.folder), { recursive: true, mode: 0o700 });
    for (const name of await readdir(options.folder))
      if (name.endsWith(UNFINISHED)) await rm(join(options.folder, name), { force: true });
    return new LocalFiles(options);
  }

  /** Throws what the blobs throw, and `DamagedFile`. */
  async model(sha256: string): Promise<HeldFile> {
    const kept = this.#kept.get(sha256) ?? (await this.#come(sha256));
    kept.holders += 1;
    this.#kept.delete(sha256);
    this.#kept.set(sha256, kept);
    this.#shrink();
    return { path: kept.path, release: once(() => this.#letGo(kept)) };
  }

  /** As `model`, for what is used once; `key` opens what is sealed. */
  async input(sha256: string, key?: string): Promise<HeldFile> {
    const path = join(inputsOf(this.options.folder), randomUUID());
    try {
      await this.#fetch(sha256, path, key);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, release: once(() => rmSync(path, { force: true })) };
  }

  #come(sha256: string): Promise<Kept> {
    const coming = this.#coming.get(sha256) ?? this.#bring(sha256).finally(() => this.#coming.delete(sha256));
    this.#coming.set(sha256, coming);
    return coming;
  }

  async #bring(sha256: string): Promise<Kept> {
    const path = join(this.options.folder, sha256);
    if (!(await isWhole(path, sha256))) {
      const unfinished = `${path}${UNFINISHED}`;
      await this.#fetch(sha256, unfinished);
      await rename(unfinished, path);
    }
    const kept = { path, bytes: (await stat(path)).size, holders: 0 };
    this.#kept.set(sha256, kept);
    return kept;
  }

  async #fetch(sha256: string, path: string, key?: string): Promise<void> {
    const hash = createHash('sha256');
    const opening = key === undefined ? undefined : unsealing(key);
    const content = await this.options.blobs.open(sha256);
    const hashed = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const file = createWriteStream(path, { mode: 0o600 });
    await (opening === undefined
      ? pipeline(content, hashed, file)
      : pipeline(content, hashed, opening, file));
    if (hash.digest('hex') === sha256) return;
    await rm(path, { force: true });
    throw new DamagedFile(`The file ${sha256} is damaged.`);
  }

  #letGo(kept: Kept): void {
    kept.holders -= 1;
    this.#shrink();
  }

  #shrink(): void {
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.bytes, 0);
    for (const [sha256, kept] of this.#kept) {
      if (bytes <= this.options.mostBytes) return;
      if (kept.holders > 0) continue;
      this.#kept.delete(sha256);
      rmSync(kept.path, { force: true });
      bytes -= kept.bytes;
    }
  }
}

const inputsOf = (folder: string): string => join(folder, 'inputs');

const once = (act: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
};

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** Whether a file of a former process is there and holds what its name says. */
const isWhole = async (path: string, sha256: string): Promise<boolean> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
};
