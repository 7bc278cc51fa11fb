import type { Database, Statement } from '../../sqlite/index.js';
import type { SealedEvent } from '../chain.js';
import { tipOf } from '../chain.js';
import type { Append, AppendOutcome, Expected, StreamTip } from '../port.js';
import { NO_STREAM } from '../port.js';
import type { EventTypes } from './event-types.js';
import type { LogRecord } from './records.js';
import { categoryOf, checksumOf, idToBytes, toPosition } from './records.js';
import type { RunningDigest } from './running-digest.js';
import type { KnownStream, StreamTips } from './stream-tips.js';

/** An append with its texts and hashes made. */
export interface SealedAppend {
  readonly append: Append;
  readonly sealed: readonly SealedEvent[];
}

export interface WriterParts {
  readonly database: Database;
  readonly types: EventTypes;
  readonly tips: StreamTips;
  readonly digest: RunningDigest;
}

export interface Written {
  /** One for each append, in order. */
  readonly outcomes: readonly AppendOutcome[];
  /** All new events, in log order. */
  readonly records: readonly LogRecord[];
}

/** Decides and writes appends within a transaction, each against what the ones before it left (law 4). */
export class LogWriter {
  readonly #parts: WriterParts;
  readonly #insert: Statement<never>;
  readonly #written: Statement<readonly [number, number, Buffer, Buffer]>;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#insert = parts.database.prepare(
      `INSERT INTO events (position, stream, revision, type, checksum, id, hash, metadata, data)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#written = parts.database.prepare(
      `SELECT position, revision, id, hash FROM events
        WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision`,
    );
  }

  /** Writes all in one transaction after the position `head`. Throws what the database throws; then nothing has changed in memory. */
  write(appends: readonly SealedAppend[], head: number): Written {
    const { database, tips } = this.#parts;
    const records: LogRecord[] = [];
    try {
      const outcomes = database.transaction(() =>
        appends.map((append) => this.#append(append, head, records)),
      );
      tips.commit();
      return { outcomes, records };
    } catch (error) {
      tips.rollBack();
      throw error;
    }
  }

  #append(sealed: SealedAppend, head: number, records: LogRecord[]): AppendOutcome {
    const { stream, expected } = sealed.append;
    const { tips } = this.#parts;
    if (expected === NO_STREAM) {
      const key = tips.create(stream);
      if (key !== undefined) return this.#insertAll(sealed, key, head, records);
    }
    const known = tips.find(stream);
    if (known === undefined) return { status: 'conflict', tip: undefined };
    if (isTip(known, expected)) return this.#insertAll(sealed, known.key, head, records);
    return this.#alreadyWritten(sealed, known) ?? { status: 'conflict', tip: tipFrom(known) };
  }

  #insertAll(
    { append, sealed }: SealedAppend,
    key: number,
    head: number,
    records: LogRecord[],
  ): AppendOutcome {
    for (const event of sealed) {
      const position = head + records.length + 1;
      records.push(this.#insertOne(append.stream, key, position, event));
    }
    const tip = tipOf(sealed);
    this.#parts.tips.stage(append.stream, { key, revision: Number(tip.revision), hash: tip.hash });
    return { status: 'appended', tip, position: toPosition(head + records.length) };
  }

  #insertOne(stream: string, key: number, position: number, sealed: SealedEvent): LogRecord {
    const { types, digest } = this.#parts;
    const { id, type } = sealed.event;
    const { hash, metadata, data } = sealed;
    const record: LogRecord = {
      position,
      stream,
      revision: Number(sealed.revision),
      type,
      id,
      hash,
      metadata,
      data,
    };
    const typeKey = types.keyFor(categoryOf(stream), type);
    const hashBytes = Buffer.from(hash, 'hex');
    const checksum = checksumOf(record);
    this.#insert.run(
      position,
      key,
      record.revision,
      typeKey,
      checksum,
      idToBytes(id),
      hashBytes,
      metadata,
      data,
    );
    digest.add(position, hashBytes);
    return record;
  }

  /** The same ids after the same event: the append came before and its answer was lost (law 3). */
  #alreadyWritten({ append, sealed }: SealedAppend, known: KnownStream): AppendOutcome | undefined {
    const { expected } = append;
    const before = expected === NO_STREAM ? -1 : Number(expected.revision);
    const rows = this.#written.all(known.key, before, before + sealed.length);
    if (expected !== NO_STREAM && rows.shift()?.[3].toString('hex') !== expected.hash) return undefined;
    const same = sealed.every(({ event }, index) => rows[index]?.[2].equals(idToBytes(event.id)) === true);
    const last = rows.at(-1);
    if (!same || last === undefined) return undefined;
    const tip = { revision: BigInt(last[1]), hash: last[3].toString('hex') };
    return { status: 'appended', tip, position: toPosition(last[0]) };
  }
}

const isTip = (known: KnownStream, expected: Expected): boolean =>
  expected !== NO_STREAM && BigInt(known.revision) === expected.revision && known.hash === expected.hash;

const tipFrom = (known: KnownStream): StreamTip => ({ revision: BigInt(known.revision), hash: known.hash });
