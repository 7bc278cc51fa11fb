import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  createdMsOf,
  encodeFrame,
  eventsOf,
  FILE_HEADER,
  frameBytes,
  isSound,
  NameTable,
  type Transaction,
} from './frame.js';

const CHUNK_BYTES = 8 * 1024 * 1024;

/** Where transactions become durable. */
export interface Journal {
  /** Answers when all of them are durable. */
  write(transactions: readonly Transaction[]): Promise<void>;
  close(): Promise<void>;
}

/** Forgets everything at the end of the process. */
export const memoryJournal: Journal = {
  write: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** A file that is only ever appended to. */
export class FileJournal implements Journal {
  private constructor(
    private readonly file: FileHandle,
    /** Bytes of a transaction that was being written when the process died; they are gone. */
    readonly tornBytes: number,
  ) {}

  /** Opens or makes the file, hands over each transaction that is in it and cuts off a torn one. */
  static async open(path: string, take: (transaction: Transaction) => void): Promise<FileJournal> {
    const file = await open(path, 'a+');
    const { size } = await file.stat();
    const end = size === 0 ? await begin(file, path) : await replay(file, take);
    if (end < size) {
      await file.truncate(end);
      await file.datasync();
    }
    return new FileJournal(file, Math.max(0, size - end));
  }

  async write(transactions: readonly Transaction[]): Promise<void> {
    const frames = transactions.map(encodeFrame);
    const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
    await this.file.appendFile(bytes);
    await this.file.datasync();
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

const begin = async (file: FileHandle, path: string): Promise<number> => {
  await file.appendFile(FILE_HEADER);
  await file.sync();
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
  return FILE_HEADER.length;
};

/** Answers the offset behind the last sound frame. */
const replay = async (file: FileHandle, take: (transaction: Transaction) => void): Promise<number> => {
  const names = new NameTable();
  let end = await checkHeader(file);
  let bytes = await chunkAt(file, end, CHUNK_BYTES);
  let at = 0;
  for (;;) {
    const length = frameBytes(bytes, at);
    if (length === undefined || at + length > bytes.length) {
      const more = await chunkAt(file, end, Math.max(CHUNK_BYTES, length ?? 0));
      if (more.length === bytes.length - at) return end;
      bytes = more;
      at = 0;
      continue;
    }
    const frame = bytes.subarray(at, at + length);
    if (!isSound(frame)) return end;
    take({ createdMs: createdMsOf(frame), events: [...eventsOf(frame, names)] });
    at += length;
    end += length;
  }
};

const checkHeader = async (file: FileHandle): Promise<number> => {
  const header = await chunkAt(file, 0, FILE_HEADER.length);
  if (!FILE_HEADER.subarray(0, header.length).equals(header))
    throw new Error('the file is not a log of the EventStoreDB protocol double');
  if (header.length < FILE_HEADER.length) await file.appendFile(FILE_HEADER.subarray(header.length));
  return FILE_HEADER.length;
};

const chunkAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
};
