import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { EventIndex } from './event-index.js';
import { FILE_HEADER, frameLength, isSound } from './frame.js';

const CHUNK_BYTES = 8 * 1024 * 1024;

/** Where frames become durable. */
export interface Journal {
  /** Answers when all of them are durable. */
  write(frames: readonly Buffer[]): Promise<void>;
  /** Answers when these frames are durable in the place of all that were written before. */
  replace(frames: Iterable<Buffer>): Promise<void>;
  close(): Promise<void>;
}

/** Keeps nothing beyond the process. */
export const memoryJournal: Journal = {
  write: () => Promise.resolve(),
  replace: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** A file that is appended to, and replaced as a whole when a scavenge removed events. */
export class FileJournal implements Journal {
  private constructor(
    private file: FileHandle,
    private readonly path: string,
    /** Bytes of a transaction that was being written when the process died; they are gone. */
    readonly tornBytes: number,
  ) {}

  /** Opens or makes the file, takes up everything that is in it and cuts off a torn transaction. */
  static async open(path: string, index: EventIndex): Promise<FileJournal> {
    const file = await open(path, 'a+');
    try {
      return await FileJournal.replayed(file, path, index);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  private static async replayed(file: FileHandle, path: string, index: EventIndex): Promise<FileJournal> {
    const { size } = await file.stat();
    if (size < FILE_HEADER.length) await begin(file, path);
    else await checkHeader(file);
    await replay(file, size, index);
    const end = index.bytes.length;
    const tornBytes = Math.max(0, size - end);
    if (tornBytes > 0) {
      await file.truncate(end);
      await file.datasync();
    }
    return new FileJournal(file, path, tornBytes);
  }

  async write(frames: readonly Buffer[]): Promise<void> {
    const length = frames.reduce((sum, frame) => sum + frame.length, 0);
    const { bytesWritten } = await this.file.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
    if (bytesWritten !== length) throw new Error(`only ${bytesWritten} of ${length} bytes were written`);
    await this.file.datasync();
  }

  /** A crash leaves either the file as it was or the new one. */
  async replace(frames: Iterable<Buffer>): Promise<void> {
    const path = `${this.path}.scavenged`;
    const file = await open(path, 'a+');
    try {
      await file.truncate(0);
      await file.appendFile(FILE_HEADER);
      for (const group of grouped(frames)) await file.appendFile(group);
      await file.sync();
      await rename(path, this.path);
      await syncFolder(this.path);
    } catch (error) {
      await file.close();
      throw error;
    }
    const replaced = this.file;
    this.file = file;
    await replaced.close();
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/** The frames joined to buffers of some size, so that there is no write for each. */
function* grouped(frames: Iterable<Buffer>): Generator<Buffer> {
  let group: Buffer[] = [];
  let bytes = 0;
  for (const frame of frames) {
    group.push(frame);
    bytes += frame.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(group);
    group = [];
    bytes = 0;
  }
  yield Buffer.concat(group);
}

/** Also takes up a file whose first write was torn. */
const begin = async (file: FileHandle, path: string): Promise<void> => {
  await file.truncate(0);
  await file.appendFile(FILE_HEADER);
  await file.sync();
  await syncFolder(path);
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

const checkHeader = async (file: FileHandle): Promise<void> => {
  const header = await read(file, 0, FILE_HEADER.length);
  if (!FILE_HEADER.equals(header))
    throw new Error('the file is not a log of the EventStoreDB protocol double');
};

/** Takes up the sound frames from the start of the file to the first that is not. */
const replay = async (file: FileHandle, size: number, index: EventIndex): Promise<void> => {
  let wanted = CHUNK_BYTES;
  while (index.bytes.length < size) {
    const start = index.bytes.length;
    const bytes = await read(file, start, Math.min(wanted, size - start));
    const sound = soundLength(bytes);
    if (sound > 0) adopt(index, bytes.subarray(0, sound), start);
    const next = frameLength(bytes, sound) ?? 0;
    const whole = sound + next <= bytes.length;
    const beyond = start + sound + next > size;
    if (sound === 0 && (whole || beyond)) return;
    wanted = Math.max(CHUNK_BYTES, next);
  }
};

const adopt = (index: EventIndex, bytes: Buffer, start: number): void => {
  index.bytes.adopt(bytes);
  for (let at = 0; at < bytes.length;) {
    const length = frameLength(bytes, at)!;
    index.add(bytes.subarray(at, at + length), start + at);
    at += length;
  }
};

/** How many bytes from the first on are whole and sound frames. */
const soundLength = (bytes: Buffer): number => {
  let end = 0;
  for (;;) {
    const length = frameLength(bytes, end);
    if (length === undefined || end + length > bytes.length) return end;
    if (!isSound(bytes.subarray(end, end + length))) return end;
    end += length;
  }
};

const read = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
};
