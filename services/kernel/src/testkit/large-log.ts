import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Blobs } from '../blobs/port.js';
import { BlobMissing } from '../blobs/port.js';
import { anEvent, expectAppended } from '../eventlog/conformance-events.js';
import { LARGE_PAYLOAD_BYTES, withLargePayloads } from '../eventlog/large-payloads.js';
import type { EventLog } from '../eventlog/port.js';
import { openSqliteEventLog } from '../eventlog/sqlite/index.js';

/** Blobs in memory, which can be damaged and full. */
export class BlobsInMemory implements Blobs {
  readonly held = new Map<string, Buffer>();
  full = false;
  /** How many bytes were given to readers. */
  opened = 0;

  async put(content: AsyncIterable<Uint8Array>): ReturnType<Blobs['put']> {
    if (this.full) throw new Error('no space left');
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.held.set(sha256, bytes);
    return { sha256, size: bytes.length };
  }

  async open(sha256: string): Promise<Readable> {
    const bytes = this.held.get(sha256);
    if (bytes === undefined) throw new BlobMissing(sha256);
    this.opened += bytes.length;
    return Readable.from([bytes]);
  }

  async info(sha256: string): ReturnType<Blobs['info']> {
    const size = this.held.get(sha256)?.length;
    return size === undefined ? undefined : { sha256, size };
  }

  async collect(): Promise<number> {
    return 0;
  }
}

/** A log for specs whose large data are in memory. */
export interface LargeLog {
  readonly blobs: BlobsInMemory;
  readonly bare: EventLog;
  readonly log: EventLog;
  readonly spoil: (stream: string) => Promise<EventLog>;
  readonly discard: () => Promise<void>;
}

/** Opens one on SQLite, in a folder of its own. */
export const openLargeLog = async (): Promise<LargeLog> => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-large-'));
  const blobs = new BlobsInMemory();
  const bare = openSqliteEventLog({ path: join(folder, 'log.db') });
  const log = withLargePayloads(bare, blobs);
  /** The blob of the last event is lost. */
  const spoil = async (stream: string): Promise<EventLog> => {
    const before = new Set(blobs.held.keys());
    const events = [anEvent('x'.repeat(LARGE_PAYLOAD_BYTES))];
    expectAppended(await log.append({ stream, expected: (await log.read(stream)).at(-1)!, events }));
    for (const sha256 of blobs.held.keys()) if (!before.has(sha256)) blobs.held.delete(sha256);
    return log;
  };
  const discard = async (): Promise<void> => {
    await bare.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { blobs, bare, log, spoil, discard };
};
