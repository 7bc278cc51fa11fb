import { crc32 } from 'node:zlib';
import { isUuid } from '../../clock/ids.js';
import { chainHash } from '../chain.js';
import type { EventMetadata, Json, Position, RecordedEvent, StreamName } from '../port.js';
import { RecordDamaged, START } from '../port.js';

/** An event as the log keeps it. */
export interface LogRecord {
  /** Counts from 1 without gaps. */
  readonly position: number;
  readonly stream: StreamName;
  readonly revision: number;
  readonly type: string;
  readonly id: string;
  /** 64 hex digits. */
  readonly hash: string;
  readonly metadata: string;
  readonly data: string;
}

const POSITION_DIGITS = 16;
const POSITION = /^\d{16}$/;

export const toPosition = (position: number): Position =>
  position === 0 ? START : String(position).padStart(POSITION_DIGITS, '0');

/** Throws when the text is no position of this log. */
export const fromPosition = (position: Position): number => {
  if (position === START) return 0;
  if (!POSITION.test(position)) throw new Error(`${JSON.stringify(position)} is no position of this log`);
  return Number(position);
};

export const categoryOf = (stream: StreamName): string => stream.slice(0, stream.indexOf('-'));

export const idToBytes = (id: string): Buffer => {
  if (!isUuid(id)) throw new Error(`an event id is a UUID in lower case, not ${JSON.stringify(id)}`);
  return Buffer.from(id.replaceAll('-', ''), 'hex');
};

export const idFromBytes = (bytes: Buffer): string => {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

type Envelope = Pick<LogRecord, 'position' | 'stream' | 'revision' | 'type' | 'id'>;

/** CRC-32 of what the chain does not cover. */
export const checksumOf = ({ position, stream, revision, type, id }: Envelope): number =>
  crc32(`${position} ${revision} ${id} ${type} ${stream}`);

/** Throws `RecordDamaged` unless the record follows that predecessor and is what was written. */
export const verify = (record: LogRecord, previousHash: string | undefined, checksum: number): void => {
  if (checksumOf(record) !== checksum)
    throw damaged(record, 'position, id, type or stream name is not what was written');
  if (chainHash(previousHash, record.data, record.metadata) !== record.hash) {
    throw damaged(record, 'data, metadata or hash is not what was written');
  }
};

export const damaged = (record: Pick<LogRecord, 'stream' | 'revision'>, difference: string): RecordDamaged =>
  new RecordDamaged(`${record.stream} at revision ${record.revision}: ${difference}`);

/** Parses the texts: what is handed over in memory is what a reader of the file would get. */
export const toRecordedEvent = (record: LogRecord): RecordedEvent => ({
  id: record.id,
  type: record.type,
  stream: record.stream,
  revision: BigInt(record.revision),
  position: toPosition(record.position),
  hash: record.hash,
  data: JSON.parse(record.data) as Json,
  metadata: JSON.parse(record.metadata) as EventMetadata,
});
