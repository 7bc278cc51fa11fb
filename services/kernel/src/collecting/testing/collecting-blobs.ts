import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { EventDefinition, FileRecord } from '@cairn/contracts';
import type { Blobs } from '../../blobs/port.js';
import { openDiskBlobs } from '../../blobs/disk/disk-blobs.js';
import { withLargePayloads } from '../../eventlog/large-payloads.js';
import type { Json } from '../../base/json-value.js';
import type { StreamName } from '../../base/position.js';
import { appendEvent } from '../../testkit/append-event.js';
import { type Embedded, openEmbedded } from '../../testkit/embedded.js';
import { collectWhenDue, type CollectionTools } from '../collect-blobs.js';
import { allStreams, type Collected } from '../owners.js';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** For specs: embedded engines with blobs, large payloads among them, and a clock that days pass on. */
export class CollectingBlobs {
  private constructor(
    readonly engines: Embedded & { readonly blobs: Blobs },
    private readonly time: { late: number },
    private readonly streams: Collected,
  ) {}

  /** `streams`: those of the log, of all services when absent. */
  static async open(streams = allStreams): Promise<CollectingBlobs> {
    const embedded = openEmbedded();
    const blobs = await openDiskBlobs({ folder: join(embedded.folder, 'blobs') });
    const log = withLargePayloads(embedded.log, blobs);
    const time = { late: 0 };
    // It stands still between days, a little ahead of what the disk notes: the machine's own may go back.
    const opened = Date.now() + MINUTE_MS;
    const clock = { now: () => opened + time.late };
    return new CollectingBlobs({ ...embedded, log, clock, blobs }, time, streams);
  }

  async remove(): Promise<void> {
    await this.engines.remove();
  }

  pass(days: number): void {
    this.time.late += days * DAY_MS;
  }

  /** What the work does every hour. */
  async look(tools: Partial<CollectionTools> = {}, signal = new AbortController().signal): Promise<void> {
    await collectWhenDue({ ...this.engines, ...tools }, this.streams, signal);
  }

  /** So many looks, a day apart, after the first day on which there are none. */
  async looks(count: number): Promise<void> {
    await this.look();
    for (let looked = 0; looked < count; looked += 1) {
      this.pass(1);
      await this.look();
    }
  }

  /** Which of these are there. */
  async areThere(...files: readonly Pick<FileRecord, 'sha256'>[]): Promise<readonly boolean[]> {
    return Promise.all(
      files.map(async ({ sha256 }) => (await this.engines.blobs.info(sha256)) !== undefined),
    );
  }

  async upload(bytes: Buffer = randomBytes(1000)): Promise<FileRecord> {
    const stored = await this.engines.blobs.put(Readable.from([bytes]), { maxBytes: 1e9 });
    return { ...stored, content_type: 'application/octet-stream', file_name: 'file.bin' };
  }

  /** An event as a service would append it. */
  async append(stream: StreamName, definition: EventDefinition, data: Json): Promise<void> {
    await appendEvent(this.engines, stream, definition, data);
  }
}
