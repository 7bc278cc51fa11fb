import { basename, dirname } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { makeFolders } from '../files/folders.js';

/** How many files the lines are spread over: when the newest is full, the oldest goes. */
const FILES = 4;
/** What may wait for a disk that is slow; lines beyond it are dropped rather than kept in memory. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** After a file that could not be written. */
const TRY_AGAIN_MS = 60_000;

export interface LogFileOptions {
  readonly path: string;
  /** What it and the older ones beside it may take in all. */
  readonly bytes: number;
  /** Told when it cannot be written: lines are lost for a minute then. */
  readonly failed: (error: Error) => void;
}

/** A log in a file that never grows beyond a bound. It never throws and never waits; its folder is made with the first line. */
export class LogFile {
  #stream: RotatingFileStream | undefined;
  #failedAt = -Infinity;
  #isClosed = false;

  constructor(private readonly options: LogFileOptions) {}

  /** A line that comes after `close` is dropped: nobody would close the file again. */
  write(line: string): void {
    if (this.#isClosed || performance.now() - this.#failedAt < TRY_AGAIN_MS) return;
    this.#stream ??= this.#open();
    if (this.#stream !== undefined && this.#stream.writableLength < MOST_WAITING_BYTES)
      this.#stream.write(line);
  }

  /** Answers when every line is in the file, or it has failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const stream = this.#stream;
    this.#stream = undefined;
    if (stream === undefined || stream.closed) return;
    const closed = new Promise<void>((resolve) => stream.once('close', resolve));
    stream.end();
    await closed;
  }

  #open(): RotatingFileStream | undefined {
    const { path, bytes } = this.options;
    try {
      makeFolders(dirname(path));
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
    const nameOf = (age?: number | Date): string =>
      typeof age === 'number' ? `${basename(path)}.${age}` : basename(path);
    const stream = createStream(nameOf, {
      path: dirname(path),
      size: `${Math.ceil(bytes / FILES)}B`,
      rotate: FILES - 1,
      mode: 0o600,
    });
    stream.on('error', (error) => this.#fail(error));
    return stream;
  }

  #fail(error: Error): void {
    this.#failedAt = performance.now();
    this.#stream = undefined;
    this.options.failed(error);
  }
}
