import { createHash } from 'node:crypto';
import type { Blobs as AllBlobs } from '../blobs/port.js';
import { BlobMissing } from '../blobs/port.js';
import { pause } from '../clock/pause.js';
import { jsonInTurns } from '../json/json-in-turns.js';
import { appendInOrder } from './append-in-order.js';
import { bytesAtMost } from './json-size.js';
import type { Json } from '../base/json-value.js';
import { type Position, START } from '../base/position.js';
import type { OutcomeUnknown } from '../errors/cairn-error.js';
import type {
  Append,
  AppendOutcome,
  Batch,
  DamagedRecord,
  EventLog,
  EventToAppend,
  ReadAllOptions,
  ReadOptions,
  RecordedEvent,
  SubscribeOptions,
} from './port.js';
import { PART_BYTES } from './parts.js';
import { LargeDataUnavailable, LogUnavailable, RecordDamaged } from './port.js';
import { type Place, Sifted } from './sifted.js';

/** Data whose JSON is longer go to a blob. */
export const LARGE_PAYLOAD_BYTES = 256 * 1024;

/** What is asked of the store of blobs. */
type Blobs = Pick<AllBlobs, 'put' | 'open'>;

type JsonObject = { readonly [key: string]: Json | undefined };

/**
 * Keeps large data in blobs: the log holds `{"$blob": sha256, "size": bytes}` and readers get the data back. Data of
 * the caller's own that have a field `$blob` or `$inline` are wrapped as `{"$inline": data}`, so that they survive.
 * A blob that is missing or not what its name says is `RecordDamaged`.
 */
export const withLargePayloads = (
  log: EventLog,
  given: AllBlobs,
  storedWithinMs: number = STORED_WITHIN_MS,
): EventLog => {
  const blobs = storingInTime(given, storedWithinMs);
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  const whileOpen = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (closed) throw new LogUnavailable('the log is closed');
    const working = work();
    underWay.add(working);
    return working.finally(() => underWay.delete(working));
  };
  return {
    append: (append) => whileOpen(async () => log.append(await deflate(append, blobs))),
    appendMany: async (appends) =>
      closed
        ? appends.map(() => new LogUnavailable('the log is closed'))
        : whileOpen(() => appendMany(log, blobs, appends)),
    appendInOrder: (appends) => whileOpen(() => deflateInOrder(log, blobs, appends)),
    read: async (stream, options) => inflateRead(await log.read(stream, options), blobs, options),
    readAll: async (options) => firstPart(await log.readAll(options), blobs, options),
    subscribe: (options) => inflateEach(log.subscribe(options), blobs, options),
    head: () => log.head(),
    isPosition: (text) => log.isPosition(text),
    close: async () => {
      closed = true;
      await Promise.allSettled(underWay);
      await log.close();
    },
  };
};

/** Who writes is told no within five seconds, with what else a request takes. */
const STORED_WITHIN_MS = 4_000;

/** What is not stored in time is not waited for: it is named by its content, and collected when nothing names it. */
const storingInTime = (blobs: AllBlobs, withinMs: number): Blobs => ({
  open: (sha256, range) => blobs.open(sha256, range),
  put: async (content, options) => {
    const over = new AbortController();
    const late = pause(withinMs, over.signal).then(() => undefined);
    try {
      const stored = await Promise.race([blobs.put(content, options), late]);
      if (stored === undefined) throw new Error(`it is not stored after ${withinMs} ms`);
      return stored;
    } finally {
      over.abort();
    }
  },
});

/** What a record of the bare log holds: its data, or the name of the blob in which they are. */
export type StoredForm = { readonly kind: 'inline'; readonly data: Json } | { readonly kind: 'blob' };

/** How data stand in the bare log. Data that were fetched already are told as they are; none of ours has such fields. */
export const storedForm = (data: Json): StoredForm => {
  const object = asObject(data);
  if (object?.['$inline'] !== undefined) return { kind: 'inline', data: object['$inline'] };
  return typeof object?.['$blob'] === 'string' ? { kind: 'blob' } : { kind: 'inline', data };
};

type Result = AppendOutcome | LogUnavailable | OutcomeUnknown;

const appendMany = async (
  log: EventLog,
  blobs: Blobs,
  appends: readonly Append[],
): Promise<readonly Result[]> => {
  const prepared: (Append | LogUnavailable)[] = [];
  for (const append of appends) prepared.push(await deflate(append, blobs).catch(asUnavailable));
  const ready = prepared.filter((append): append is Append => !(append instanceof LogUnavailable));
  const results = (await log.appendMany(ready)).values();
  return prepared.map((append) => {
    if (append instanceof LogUnavailable) return append;
    const next = results.next();
    if (next.done === true) throw new Error('appendMany gives a result for each append');
    return next.value;
  });
};

const deflateInOrder = async (
  log: EventLog,
  blobs: Blobs,
  appends: readonly Append[],
): Promise<readonly AppendOutcome[]> => {
  const prepared: Append[] = [];
  for (const append of appends) prepared.push(await deflate(append, blobs));
  return appendInOrder(log, prepared);
};

const asUnavailable = (error: unknown): LogUnavailable => {
  if (error instanceof LogUnavailable) return error;
  throw error;
};

const deflate = async (append: Append, blobs: Blobs): Promise<Append> => {
  const events: EventToAppend[] = [];
  for (const event of append.events) {
    const data = await deflateData(event.data, blobs);
    events.push(data === event.data ? event : { ...event, data });
  }
  return { ...append, events };
};

const deflateData = async (data: Json, blobs: Blobs): Promise<Json> => {
  if (bytesAtMost(data) <= LARGE_PAYLOAD_BYTES) return escape(data);
  const bytes = Buffer.from(await jsonInTurns(data));
  if (bytes.length <= LARGE_PAYLOAD_BYTES) return escape(data);
  try {
    const { sha256, size } = await blobs.put(oneChunk(bytes), { maxBytes: bytes.length });
    return { $blob: sha256, size };
  } catch (error) {
    throw new LargeDataUnavailable('the blob of a large payload cannot be written', { cause: error });
  }
};

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

const escape = (data: Json): Json => {
  const object = asObject(data);
  return object !== undefined && ('$blob' in object || '$inline' in object) ? { $inline: object } : data;
};

const asObject = (data: Json): JsonObject | undefined =>
  typeof data === 'object' && data !== null && !isArray(data) ? data : undefined;

const isArray = (data: Json): data is readonly Json[] => Array.isArray(data);

async function* inflateEach(
  batches: AsyncIterable<Batch>,
  blobs: Blobs,
  options: SubscribeOptions,
): AsyncGenerator<Batch, void, void> {
  for await (const batch of batches)
    for await (const part of inflateParts(batch, blobs, options)) {
      if (options.signal.aborted) return;
      yield part;
    }
}

const firstPart = async (batch: Batch, blobs: Blobs, options: ReadAllOptions): Promise<Batch> => {
  for await (const part of inflateParts(batch, blobs, options)) return part;
  return batch;
};

type Wanted = Pick<ReadAllOptions, 'pastDamage' | 'withoutLarge' | 'withoutLargeOf'>;

const isUnwanted = ({ stream }: RecordedEvent, { withoutLarge, withoutLargeOf = [] }: Wanted): boolean =>
  withoutLarge === true || withoutLargeOf.some((category) => stream.startsWith(`${category}-`));

/** A batch whose large data come to more than one may hold is given in parts, each fetched when it is asked for. */
async function* inflateParts(
  { events, damaged = [], position, caughtUp }: Batch,
  blobs: Blobs,
  wanted: Wanted,
): AsyncGenerator<Batch, void, void> {
  let part = new Sifted(wanted.pastDamage);
  let fetched = 0;
  let given = START;
  const upTo = (end: Position): readonly DamagedRecord[] =>
    damaged.filter((record) => record.position > given && record.position <= end);
  for (const event of events) {
    if (fetched >= PART_BYTES) {
      const end = part.position ?? given;
      part.addDamaged(upTo(end));
      yield part.batch(end, false);
      [part, fetched, given] = [new Sifted(wanted.pastDamage), 0, end];
    }
    try {
      const isLeft = isUnwanted(event, wanted);
      part.add(isPlain(event.data) ? event : await inflate(event, blobs, isLeft));
      fetched += isLeft ? 0 : largeBytes(event.data);
    } catch (error) {
      part.fail(error, () => placeOf(event));
    }
  }
  part.addDamaged(upTo(position));
  yield part.batch(position, caughtUp);
}

const placeOf = ({ stream, revision, position, id, type }: RecordedEvent): Place => ({
  stream,
  revision,
  position,
  id,
  type,
});

const inflateRead = async (
  events: readonly RecordedEvent[],
  blobs: Blobs,
  { maxBytes = Number.POSITIVE_INFINITY, withoutLarge }: ReadOptions = {},
): Promise<readonly RecordedEvent[]> => {
  const inflated: RecordedEvent[] = [];
  let fetched = 0;
  for (const event of events) {
    if (fetched >= maxBytes) break;
    inflated.push(isPlain(event.data) ? event : await inflate(event, blobs, withoutLarge));
    fetched += withoutLarge === true ? 0 : largeBytes(event.data);
  }
  return inflated;
};

const isPlain = (data: Json): boolean => {
  const object = asObject(data);
  return object === undefined || !('$blob' in object || '$inline' in object);
};

/** What is fetched from a blob for data that stand in the bare log like this. */
const largeBytes = (data: Json): number => {
  const object = asObject(data);
  const size = object?.['$blob'] === undefined ? undefined : object['size'];
  return typeof size === 'number' ? size : 0;
};

const inflate = async (event: RecordedEvent, blobs: Blobs, withoutLarge = false): Promise<RecordedEvent> => {
  const object = asObject(event.data);
  if (object?.['$inline'] !== undefined) return { ...event, data: object['$inline'] };
  const sha256 = object?.['$blob'];
  if (typeof sha256 !== 'string') throw damaged(event, 'names no blob');
  if (withoutLarge) return { ...event, payloadBlob: sha256 };
  return { ...event, data: parsed(event, await load(event, sha256, blobs)), payloadBlob: sha256 };
};

/** A record that names a blob may be another's: what the blob holds need not be ours. */
const parsed = (event: RecordedEvent, text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw damaged(event, 'its blob holds no JSON', error);
  }
};

const load = async (event: RecordedEvent, sha256: string, blobs: Blobs): Promise<string> => {
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  try {
    for await (const chunk of await blobs.open(sha256)) {
      chunks.push(chunk as Uint8Array);
      hash.update(chunk as Uint8Array);
    }
  } catch (error) {
    if (error instanceof BlobMissing) throw damaged(event, `its blob ${sha256} is missing`, error);
    throw new LogUnavailable(`the blob ${sha256} cannot be read`, { cause: error });
  }
  if (hash.digest('hex') !== sha256) throw damaged(event, `its blob ${sha256} is not what was written`);
  return Buffer.concat(chunks).toString();
};

const damaged = (event: RecordedEvent, difference: string, cause?: unknown): RecordDamaged =>
  new RecordDamaged(`${event.stream} at revision ${event.revision}: ${difference}`, { cause });
