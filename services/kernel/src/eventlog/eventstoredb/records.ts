import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { chainHash, type SealedEvent } from '../chain.js';
import type { Json } from '../../base/json-value.js';
import { type Position, type StreamName, START } from '../../base/position.js';
import type { EventMetadata, RecordedEvent } from '../port.js';
import { RecordDamaged } from '../port.js';
import { keptPosition } from '../kept-position.js';
import type { Place, Sifted } from '../sifted.js';

/** An event as EventStoreDB gets it: UTF-8 of the texts that the hash is taken over. */
export interface StoredMessage {
  /** Not the event's own id, which stands in the metadata: see `storedId`. */
  readonly id: string;
  readonly type: string;
  readonly metadata: Buffer;
  readonly data: Buffer;
}

type StoredEvent = ReadResp.ReadEvent.RecordedEvent;

const POSITION_DIGITS = 20;
const POSITION = /^\d{20}$/;
/** What a server writes where it has no position. */
const NO_POSITION = '18446744073709551615';

/** Orders as text. Commit and prepare position of an event are one number since there are no longer transactions. */
export const toPosition = (commit: string): Position => commit.padStart(POSITION_DIGITS, '0');

/** The prepare position of a checkpoint that names the end of what was looked at, not a record. */
export const NO_PREPARE = '0';

/** The place that a checkpoint names; `undefined` for the 2^64−1 by which EventStoreDB 24 says that it has none. */
export const placeOfCheckpoint = (commit: string): Position | undefined => {
  const place = keptPosition(toPosition(commit));
  return place === START ? undefined : place;
};

/** Whether a text has the form of a position of this log. */
export const isPosition = (text: string): boolean => POSITION.test(text);

/** The commit position as a decimal text. Throws when the text is no position of this log. */
export const commitOf = (position: Position): string => {
  if (!isPosition(position)) throw new Error(`${JSON.stringify(position)} is no position of this log`);
  return String(BigInt(position));
};

/**
 * Our metadata as text, then four fields of fixed length, so that reading cuts the very text out again that the hash
 * is taken over. The content is JSON, for the engine's own tools show and project it.
 */
export const toMessage = (stream: StreamName, sealed: SealedEvent, previous: string): StoredMessage => {
  const { event, revision } = sealed;
  const envelope = envelopeOf(stream, revision, event.id, event.type);
  const ours = `,"eventId":"${event.id}","previous":"${previous}","hash":"${sealed.hash}","envelope":"${envelope}"}`;
  return {
    id: storedId(sealed),
    type: event.type,
    metadata: Buffer.from(sealed.metadata.slice(0, -1) + ours),
    data: Buffer.from(sealed.data),
  };
};

const OURS =
  /,"eventId":"([0-9a-f-]{36})","previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","envelope":"([0-9a-f]{8})"\}$/;
const OURS_LENGTH = ',"eventId":"","previous":"","hash":"","envelope":""}'.length + 36 + 64 + 64 + 8;

/**
 * The server takes an append for one that it has when the ids are the same. Two replicas may decide one command at the
 * same time: the same event ids with another time in them. These ids are the same only when every byte is: else the
 * server refuses, which is a conflict.
 */
const storedId = ({ event, hash: link }: SealedEvent): string => {
  const hex = hash('sha256', `${event.id}\0${event.type}\0${link}`, 'hex');
  // UUIDv8.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** CRC-32 of what the chain does not cover, 8 hex digits. */
const envelopeOf = (stream: StreamName, revision: bigint, id: string, type: string): string =>
  crc32(`${revision} ${id} ${type} ${stream}`).toString(16).padStart(8, '0');

/** What stands in a record, as text. */
interface Content {
  readonly stream: StreamName;
  readonly revision: bigint;
  readonly type: string;
  readonly id: string;
  readonly previous: string;
  readonly hash: string;
  readonly envelope: string;
  readonly metadata: string;
  readonly data: string;
}

/** The event of a record, `previous` being the hash of the one before in its stream where that is known. Throws `RecordDamaged`. */
export const toRecordedEvent = (stored: StoredEvent, previous?: string): RecordedEvent => {
  const record = recordOf(stored);
  verify(record, previous ?? record.previous);
  const { stream, revision, type, id } = record;
  return {
    id,
    type,
    stream,
    revision,
    position: positionOf(stored, stream, revision),
    hash: record.hash,
    data: JSON.parse(record.data) as Json,
    metadata: JSON.parse(record.metadata) as EventMetadata,
  };
};

/** Takes what a record gives, the event or what is wrong with it. */
export const sift = (stored: StoredEvent, some: Sifted): void => {
  try {
    some.add(toRecordedEvent(stored));
  } catch (error) {
    some.fail(error, () => placeOf(stored));
  }
};

/** Where the server keeps a record, whatever stands in it; `undefined` when it does not say. */
const placeOf = (stored: StoredEvent): Place | undefined => {
  const commit = stored.getCommitPosition();
  if (commit === NO_POSITION) return undefined;
  const stream = textOf(stored.getStreamIdentifier()?.getStreamName_asU8());
  const revision = BigInt(stored.getStreamRevision());
  return { stream, revision, position: toPosition(commit), id: '', type: typeOf(stored) };
};

const typeOf = (stored: StoredEvent): string => stored.getMetadataMap().get('type') ?? '';

const recordOf = (stored: StoredEvent): Content => {
  const stream = textOf(stored.getStreamIdentifier()?.getStreamName_asU8());
  const revision = BigInt(stored.getStreamRevision());
  const type = typeOf(stored);
  const text = textOf(stored.getCustomMetadata_asU8());
  const ours = OURS.exec(text.slice(-OURS_LENGTH));
  if (ours === null) throw damaged(stream, revision, `an event ${type} that is not of this log`);
  const [, id = '', previous = '', link = '', envelope = ''] = ours;
  const metadata = `${text.slice(0, -OURS_LENGTH)}}`;
  const data = textOf(stored.getData_asU8());
  return { stream, revision, type, id, previous, hash: link, envelope, metadata, data };
};

const verify = (record: Content, previous: string): void => {
  const { stream, revision, id, type } = record;
  if (envelopeOf(stream, revision, id, type) !== record.envelope)
    throw damaged(stream, revision, 'id, type or stream name is not what was written');
  if (previous !== record.previous) throw damaged(stream, revision, 'it does not follow the event before it');
  if (chainHash(previous, record.data, record.metadata) !== record.hash)
    throw damaged(stream, revision, 'data, metadata or hash is not what was written');
};

export const damaged = (stream: StreamName, revision: bigint, difference: string): RecordDamaged =>
  new RecordDamaged(`${stream} at revision ${revision}: ${difference}`);

const positionOf = (stored: StoredEvent, stream: StreamName, revision: bigint): Position => {
  const commit = stored.getCommitPosition();
  if (commit === NO_POSITION) throw damaged(stream, revision, 'the server gives no position of it');
  return toPosition(commit);
};

const textOf = (bytes: Uint8Array = new Uint8Array()): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
