import { crc32 } from 'node:zlib';
import { chainHash } from '../chain.js';
import type { Json } from '../../base/json-value.js';
import { type Position, type StreamName, START } from '../../base/position.js';
import type { EventMetadata, RecordedEvent } from '../port.js';
import { RecordDamaged } from '../port.js';

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

export const ID_BYTES = 16;
export const HASH_BYTES = 32;

const POSITION_DIGITS = 16;
const POSITION = /^\d{16}$/;

export const toPosition = (position: number): Position =>
  position === 0 ? START : String(position).padStart(POSITION_DIGITS, '0');

/** Whether a text has the form of a position of this log. */
export const isPosition = (text: string): boolean => POSITION.test(text);

/** Throws when the text is no position of this log. */
export const fromPosition = (position: Position): number => {
  if (position === START) return 0;
  if (!isPosition(position)) throw new Error(`${JSON.stringify(position)} is no position of this log`);
  return Number(position);
};

export const categoryOf = (stream: StreamName): string => stream.slice(0, stream.indexOf('-'));

/** The value of each hex digit by its character code. */
const DIGITS = new Uint8Array(128);
for (const digit of '0123456789abcdef') DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
const DASH = '-'.charCodeAt(0);

/** Writes hex digits as bytes from the start of `into`; dashes are left out. Faster than Buffer for short texts. */
export const writeHex = (hex: string, into: Uint8Array): void => {
  let high = -1;
  let at = 0;
  for (let index = 0; index < hex.length; index++) {
    const code = hex.charCodeAt(index);
    if (code === DASH) continue;
    const digit = DIGITS[code] ?? 0;
    if (high < 0) high = digit;
    else {
      into[at++] = high * 16 + digit;
      high = -1;
    }
  }
};

export const idToBytes = (id: string): Buffer => {
  const bytes = Buffer.alloc(ID_BYTES);
  writeHex(id, bytes);
  return bytes;
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
