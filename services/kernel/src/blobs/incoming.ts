import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../files/durable.js';
import { BlobTooLarge, type BlobInfo } from './port.js';

/** How much is gathered in memory before it goes to the disk; at most as much again is on its way there. */
const BUFFER_BYTES = 1024 * 1024;

/** Bytes that have come in whole and have no name yet. */
export interface Arrived extends BlobInfo {
  /** Where they are, unless the file is nameless. */
  readonly path: string;
  /** Makes the bytes durable. */
  sync(): Promise<void>;
  /** Fills `into` with the bytes from `position` on. */
  read(into: Uint8Array, position: number): Promise<void>;
}

/** Where bytes wait for their name. `nameless`: the file loses its own at once, so that a crash leaves nothing. */
export interface Incoming {
  readonly folder: string;
  readonly nameless: boolean;
}

/**
 * Streams into a temporary file and gives it to `settle`, which names it or leaves it. Whatever happens, no temporary
 * file stays. Throws `BlobTooLarge` and whatever the content throws.
 *
 * The content is listened to from the first moment on (the file is made when there is something to write), so that
 * a stream that breaks early has somebody to tell. A chunk once given must not be changed: it is written later.
 */
export const receive = async <Result>(
  incoming: Incoming,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  settle: (arrived: Arrived) => Promise<Result>,
): Promise<Result> => {
  const path = join(incoming.folder, randomUUID());
  const file = new IncomingFile(path, incoming.nameless);
  try {
    const info = await write(file, content, maxBytes);
    return await settle({
      ...info,
      path,
      sync: () => file.sync(),
      read: (into, position) => file.read(into, position),
    });
  } finally {
    await file.discard();
  }
};

const write = async (
  file: IncomingFile,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<BlobInfo> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BlobTooLarge(`more than ${maxBytes} bytes`);
    hash.update(chunk);
    await file.add(chunk);
  }
  await file.flush();
  return { sha256: hash.digest('hex'), size };
};

/** Gathers what comes and writes it in large pieces, one piece at a time, while the next is gathered and hashed. */
class IncomingFile {
  private gathered: Uint8Array[] = [];
  private gatheredBytes = 0;
  private writing: Promise<void> = Promise.resolve();
  private handle: FileHandle | undefined;

  constructor(
    private readonly path: string,
    private readonly nameless: boolean,
  ) {}

  /** Waits when a piece is full and the one before it is not written yet. */
  async add(chunk: Uint8Array): Promise<void> {
    this.gathered.push(chunk);
    this.gatheredBytes += chunk.byteLength;
    if (this.gatheredBytes >= BUFFER_BYTES) await this.begin();
  }

  async flush(): Promise<void> {
    await this.begin();
    await this.writing;
  }

  async sync(): Promise<void> {
    await this.handle?.sync();
  }

  async read(into: Uint8Array, position: number): Promise<void> {
    for (let filled = 0; filled < into.byteLength;) {
      const { bytesRead } = await this.handle!.read(
        into,
        filled,
        into.byteLength - filled,
        position + filled,
      );
      if (bytesRead === 0) throw new Error('the temporary file was cut short');
      filled += bytesRead;
    }
  }

  /** Waits for what is under way, closes the file and removes it if it was not renamed. Throws no failed write again. */
  async discard(): Promise<void> {
    await Promise.allSettled([this.writing]);
    await this.handle?.close();
    await rm(this.path, { force: true });
  }

  private async open(): Promise<FileHandle> {
    this.handle = await open(this.path, 'wx+');
    if (this.nameless) await rm(this.path);
    return this.handle;
  }

  private async begin(): Promise<void> {
    const piece = this.gathered;
    this.gathered = [];
    this.gatheredBytes = 0;
    await this.writing;
    this.writing = this.append(piece);
    // A failure waits here until the next step asks for it.
    this.writing.catch(() => undefined);
  }

  private async append(piece: readonly Uint8Array[]): Promise<void> {
    const handle = this.handle ?? (await this.open());
    const total = piece.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    // Neither `writeFile`, which is several times slower on a handle, nor one buffer, which is one copy more.
    const { bytesWritten } = await handle.writev(piece);
    if (bytesWritten < total) await this.appendRest(Buffer.concat(piece).subarray(bytesWritten));
  }

  /** After a short write: the next one goes on or says why it cannot (a full disk). */
  private async appendRest(rest: Buffer): Promise<void> {
    for (let written = 0; written < rest.byteLength;) {
      written += (await this.handle!.write(rest, written)).bytesWritten;
    }
  }
}

/** Removes what a process that died had under way: files last written before `before` (ms since 1970). */
export const removeLeftovers = async (folder: string, before: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await statIfThere(path);
    if (found !== undefined && found.mtimeMs < before) await rm(path, { force: true });
  }
};

/** `undefined` when there is no such file. */
export const statIfThere = async (
  path: string,
): Promise<{ readonly size: number; readonly mtimeMs: number } | undefined> => {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
