import { join } from 'node:path';
import type { AssetType } from '@cairn/contracts';
import {
  type Asker,
  FileReaders,
  type FileReadersOptions,
  isUnread,
  ReadersBusy,
  type Refusal,
  refuse,
  type SentFile,
  usualReaders,
} from '@cairn/kernel';
import type { ReadAnswer, ReadRequest } from './reader/messages.js';
import { invalid, type Verdict } from './verdict.js';

/** Reads files that strangers sent, whose bytes nothing in this process looks at (S33). */
export class AssetReader {
  readonly #readers: FileReaders<ReadRequest, ReadAnswer>;

  constructor(options: Partial<FileReadersOptions> = {}) {
    this.#readers = new FileReaders({ ...usualReaders(join(__dirname, 'reader/main')), ...options });
  }

  /** Of the processes that run now. */
  get pids(): readonly number[] {
    return this.#readers.pids;
  }

  async check(type: AssetType, file: SentFile, asker: Asker): Promise<Verdict | Refusal> {
    try {
      const answer = await this.#readers.ask({ what: 'check', type, size: file.size }, file, asker);
      if (isUnread(answer)) return invalid(answer.unread);
      if (answer.what !== 'check') throw new Error(`A reader answered ${answer.what} to a check.`);
      return answer.found;
    } catch (error) {
      if (!(error instanceof ReadersBusy)) throw error;
      return { ...refuse('service_unavailable', error.message), retryAfterSeconds: 5 };
    }
  }

  /** Rejects with `ReadersBusy`. */
  async labels(file: SentFile, asker: Asker): Promise<readonly string[] | Refusal> {
    const answer = await this.#readers.ask({ what: 'labels', size: file.size }, file, asker);
    if (isUnread(answer)) return invalid(answer.unread);
    if (answer.what !== 'labels') throw new Error(`A reader answered ${answer.what} to labels.`);
    return answer.found;
  }

  close(): Promise<void> {
    return this.#readers.close();
  }
}

/** The one of this process: what it starts ends with it, and before when nobody needs it. */
export const assetReader = new AssetReader();
