import type { Database, Statement } from '../../sqlite/index.js';
import type { SealedEvent } from '../chain.js';
import { tipOf } from '../chain.js';
import type { Append, AppendOutcome, Expected, StreamTip } from '../port.js';
import { NO_STREAM } from '../port.js';
import type { EventTypes } from './event-types.js';
import type { LogRecord } from './records.js';
import { categoryOf, checksumOf, HASH_BYTES, ID_BYTES, idToBytes, toPosition, writeHex } from './records.js';
import type { RunningDigest } from './running-digest.js';
import type { StreamIndex } from './stream-index.js';
import type { KnownStream, StreamTips } from './stream-tips.js';

/** An append with its texts and hashes made. */
export interface SealedAppend {
  readonly append: Append;
  readonly sealed: readonly SealedEvent[];
}

export interface WriterParts {
  readonly database: Database;
  readonly types: EventTypes;
  readonly index: StreamIndex;
  readonly tips: StreamTips;
  readonly digest: RunningDigest;
}

export interface Written {
  /** For each group an outcome for each append, up to the first conflict. */
  readonly outcomes: readonly (readonly AppendOutcome[])[];
  /** All new events, in log order. */
  readonly records: readonly LogRecord[];
}

/** Decides and writes appends within a transaction, each against what the ones before it left (law 4). */
export class LogWriter {
  readonly #parts: WriterParts;
  readonly #insert: Statement<never>;
  /** Filled for each event and copied by the driver. */
  readonly #id = Buffer.alloc(ID_BYTES);
  readonly #hash = Buffer.alloc(HASH_BYTES);
  readonly #written: Statement<WrittenRow>;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#insert = parts.database.prepare(
      `INSERT INTO events (position, stream, revision, previous, type, checksum, id, hash, metadata, data)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#written = parts.database.prepare('SELECT position, id, hash FROM events WHERE position = ?');
  }

  /** Writes all in one transaction after the position `head`. Throws what the database throws; then nothing has changed in memory. */
  write(groups: readonly (readonly SealedAppend[])[], head: number): Written {
    const { database, tips, index } = this.#parts;
    const records: LogRecord[] = [];
    try {
      const outcomes = database.transaction(() =>
        groups.map((group) => this.#appendInOrder(group, head, records)),
      );
      tips.commit();
      return { outcomes, records };
    } catch (error) {
      tips.rollBack();
      index.rollBack(head);
      throw error;
    }
  }

  /** What follows a conflict is not written. */
  #appendInOrder(
    group: readonly SealedAppend[],
    head: number,
    records: LogRecord[],
  ): readonly AppendOutcome[] {
    const outcomes: AppendOutcome[] = [];
    for (const append of group) {
      const outcome = this.#append(append, head, records);
      outcomes.push(outcome);
      if (outcome.status === 'conflict') break;
    }
    return outcomes;
  }

  #append(sealed: SealedAppend, head: number, records: LogRecord[]): AppendOutcome {
    const { stream, expected } = sealed.append;
    const known = this.#parts.tips.find(stream);
    if (known === undefined) {
      if (expected !== NO_STREAM) return { status: 'conflict', tip: undefined };
      return this.#insertAll(sealed, { key: this.#parts.index.create(stream), position: 0 }, head, records);
    }
    if (isTip(known, expected)) return this.#insertAll(sealed, known, head, records);
    return this.#alreadyWritten(sealed, known) ?? { status: 'conflict', tip: tipFrom(known) };
  }

  #insertAll(
    { append, sealed }: SealedAppend,
    end: StreamEnd,
    head: number,
    records: LogRecord[],
  ): AppendOutcome {
    const { key } = end;
    let { position } = end;
    for (const event of sealed) {
      const record = toRecord(append.stream, head + records.length + 1, event);
      this.#insertOne(record, key, position);
      records.push(record);
      position = record.position;
    }
    const tip = tipOf(sealed);
    this.#parts.tips.stage(append.stream, { key, position, revision: Number(tip.revision), hash: tip.hash });
    return { status: 'appended', tip, position: toPosition(position) };
  }

  #insertOne(record: LogRecord, key: number, previous: number): void {
    const { position, revision, id, metadata, data } = record;
    const { types, index, digest } = this.#parts;
    const type = types.keyFor(categoryOf(record.stream), record.type);
    const checksum = checksumOf(record);
    writeHex(id, this.#id);
    writeHex(record.hash, this.#hash);
    this.#insert.run(position, key, revision, previous, type, checksum, this.#id, this.#hash, metadata, data);
    index.add(key, revision, position);
    digest.add(position, this.#hash);
  }

  /**
   * The same ids and hashes after the same event: the append came before and its answer was lost (law 3). The same ids
   * alone are another's (law 4).
   */
  #alreadyWritten({ append, sealed }: SealedAppend, known: KnownStream): AppendOutcome | undefined {
    const { expected } = append;
    const before = expected === NO_STREAM ? -1 : Number(expected.revision);
    const positions = this.#parts.index.positionsOf(
      known.key,
      before,
      before + sealed.length,
      sealed.length + 1,
    );
    const rows = positions.flatMap((position) => this.#written.all(position));
    if (expected !== NO_STREAM && rows.shift()?.[2].toString('hex') !== expected.hash) return undefined;
    const last = rows.at(-1);
    if (last === undefined || !sealed.every((event, index) => isRow(event, rows[index]))) return undefined;
    return { status: 'appended', tip: tipOf(sealed), position: toPosition(last[0]) };
  }
}

/** Position, id and hash of an event that is there. */
type WrittenRow = readonly [number, Buffer, Buffer];

const isRow = ({ event, hash }: SealedEvent, row: WrittenRow | undefined): boolean =>
  row !== undefined && row[1].equals(idToBytes(event.id)) && row[2].toString('hex') === hash;

/** Where the next event of a stream is linked to; position 0: it is the first. */
type StreamEnd = Pick<KnownStream, 'key' | 'position'>;

const toRecord = (
  stream: string,
  position: number,
  { event, revision, ...texts }: SealedEvent,
): LogRecord => ({
  position,
  stream,
  revision: Number(revision),
  type: event.type,
  id: event.id,
  hash: texts.hash,
  metadata: texts.metadata,
  data: texts.data,
});

const isTip = (known: KnownStream, expected: Expected): boolean =>
  expected !== NO_STREAM && BigInt(known.revision) === expected.revision && known.hash === expected.hash;

const tipFrom = (known: KnownStream): StreamTip => ({ revision: BigInt(known.revision), hash: known.hash });
