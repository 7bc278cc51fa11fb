import { join } from 'node:path';
import type { AssetType } from '@cairn/contracts';
import {
  type Asker,
  type Blobs,
  ended,
  FileReaders,
  type FileReadersOptions,
  isRefusal,
  isUnread,
  type Refusal,
  refuse,
  type SentFile,
  type Work,
} from '@cairn/kernel';
import type { ReadAnswer, ReadRequest } from './reader/messages.js';
import { invalid, type Verdict } from './verdict.js';

/** Reads files that strangers sent, whose bytes nothing in this process looks at (S33). */
export interface AssetReader {
  check(type: AssetType, file: SentFile, asker: Asker): Promise<Verdict | Refusal>;
  labels(file: SentFile, asker: Asker): Promise<readonly string[] | Refusal>;
}

const MINUTE_MS = 60_000;

const OPTIONS: FileReadersOptions = {
  launch: {
    program: join(__dirname, 'reader/main'),
    memoryBytes: 512 * 1024 ** 2,
    heapMegabytes: 256,
  },
  processes: 2,
  waiting: 64,
  limitMs: 20_000,
  waitMs: MINUTE_MS / 2,
  idleMs: 2 * MINUTE_MS,
};

/** In processes of this machine, which start when they are first needed. */
export class LocalAssetReader implements AssetReader {
  readonly #readers: FileReaders<ReadRequest, ReadAnswer>;

  constructor(options: Partial<FileReadersOptions> = {}) {
    this.#readers = new FileReaders({ ...OPTIONS, ...options });
  }

  /** Of the processes that run now. */
  get pids(): readonly number[] {
    return this.#readers.pids;
  }

  async check(type: AssetType, file: SentFile, asker: Asker): Promise<Verdict | Refusal> {
    const answer = await this.#asked({ what: 'check', type, size: file.size }, file, asker);
    if (isRefusal(answer)) return answer;
    if (answer.what !== 'check') throw new Error(`A reader answered ${answer.what} to a check.`);
    return answer.found;
  }

  async labels(file: SentFile, asker: Asker): Promise<readonly string[] | Refusal> {
    const answer = await this.#asked({ what: 'labels', size: file.size }, file, asker);
    if (isRefusal(answer)) return answer;
    if (answer.what !== 'labels') throw new Error(`A reader answered ${answer.what} to labels.`);
    return answer.found;
  }

  close(): Promise<void> {
    return this.#readers.close();
  }

  async #asked(request: ReadRequest, file: SentFile, asker: Asker): Promise<ReadAnswer | Refusal> {
    const answer = await this.#readers.ask(request, file, asker);
    if (!isUnread(answer)) return answer;
    const { unread, message } = answer;
    return unread === 'ended'
      ? invalid(message)
      : { ...refuse('service_unavailable', message), retryAfterSeconds: 5 };
  }
}

const readers = new WeakMap<Pick<Blobs, 'open'>, LocalAssetReader>();

/** The one that a process has for these blobs. */
export const assetReaderOf = (blobs: Pick<Blobs, 'open'>): AssetReader => {
  const reader = readers.get(blobs) ?? new LocalAssetReader();
  readers.set(blobs, reader);
  return reader;
};

/** Ends what reads files with the service. */
export const assetReaderEnd = (blobs: Pick<Blobs, 'open'>): Work => ({
  name: 'models.reader',
  run: async (signal) => {
    await ended(signal);
    const reader = readers.get(blobs);
    readers.delete(blobs);
    await reader?.close();
  },
});
