import { crc32 } from 'node:zlib';
import type { ProposedEvent } from './event.js';

/** First bytes of a log file. Positions are offsets in it, so the first event of a log never has position 0. */
export const FILE_HEADER = Buffer.from('cairn-double-01\n');

/** A frame begins with the length and the CRC-32 of what follows, and the time of its transaction. */
const LENGTH_BYTES = 4;
const CHECKSUMMED_FROM = 2 * LENGTH_BYTES;
const FIRST_EVENT = CHECKSUMMED_FROM + 8;
const MARK_BYTES = 1;
const TOMBSTONE_MARK = 1;
const REMOVED_MARK = 2;
const ID_BYTES = 16;
const FIELDS_WITH_LENGTH = 5;

/** An event and the stream that it goes to. */
export interface FramedEvent extends ProposedEvent {
  readonly stream: string;
  /** It ends its stream. */
  readonly tombstone?: true;
}

/** How many bytes a transaction of these events takes. */
export const frameBytes = (events: readonly FramedEvent[]): number =>
  events.reduce((sum, event) => sum + eventBytes(event), FIRST_EVENT);

const eventBytes = (event: FramedEvent): number =>
  MARK_BYTES +
  ID_BYTES +
  FIELDS_WITH_LENGTH * LENGTH_BYTES +
  Buffer.byteLength(event.stream) +
  Buffer.byteLength(event.type) +
  Buffer.byteLength(event.contentType) +
  event.metadata.length +
  event.data.length;

/** Writes a transaction into room of just its size. */
export const writeFrame = (room: Buffer, createdMs: number, events: readonly FramedEvent[]): void => {
  room.writeUInt32LE(room.length - CHECKSUMMED_FROM, 0);
  let at = room.writeDoubleLE(createdMs, CHECKSUMMED_FROM);
  for (const event of events) at = writeEvent(room, at, event);
  room.writeUInt32LE(crc32(room.subarray(CHECKSUMMED_FROM)), LENGTH_BYTES);
};

const writeEvent = (room: Buffer, start: number, event: FramedEvent): number => {
  let at = room.writeUInt8(event.tombstone === true ? TOMBSTONE_MARK : 0, start);
  at = writeText(room, at, event.stream);
  at += room.write(event.id.replaceAll('-', ''), at, 'hex');
  at = writeText(room, at, event.type);
  at = writeText(room, at, event.contentType);
  at = writeBytes(room, at, event.metadata);
  return writeBytes(room, at, event.data);
};

const writeText = (room: Buffer, at: number, text: string): number => {
  const written = room.write(text, at + LENGTH_BYTES);
  room.writeUInt32LE(written, at);
  return at + LENGTH_BYTES + written;
};

const writeBytes = (room: Buffer, at: number, bytes: Uint8Array): number => {
  room.writeUInt32LE(bytes.length, at);
  room.set(bytes, at + LENGTH_BYTES);
  return at + LENGTH_BYTES + bytes.length;
};

/** Whole length of the frame that starts here, as it says itself; `undefined` when not even that is there. */
export const frameLength = (bytes: Buffer, start: number): number | undefined =>
  bytes.length - start < LENGTH_BYTES ? undefined : CHECKSUMMED_FROM + bytes.readUInt32LE(start);

/** Whether the frame is as it was written. */
export const isSound = (frame: Buffer): boolean =>
  frame.length >= FIRST_EVENT && crc32(frame.subarray(CHECKSUMMED_FROM)) === frame.readUInt32LE(LENGTH_BYTES);

export const createdMsOf = (frame: Buffer): number => frame.readDoubleLE(CHECKSUMMED_FROM);

/** What the first byte of an event says about it. */
export type EventMark = 'event' | 'tombstone' | 'removed';

/** Position of the first event in the frame that begins at this offset of the log. */
export const firstPositionIn = (start: number): number => start + FIRST_EVENT;

/** Calls `take` for each event of a sound frame with its offset in the frame. */
export const forEachEvent = (
  frame: Buffer,
  take: (offset: number, stream: string, mark: EventMark) => void,
): void => {
  let offset = FIRST_EVENT;
  while (offset < frame.length) {
    const streamAt = offset + MARK_BYTES;
    const streamEnd = fieldEnd(frame, streamAt);
    const stream = frame.toString('utf8', streamAt + LENGTH_BYTES, streamEnd);
    take(offset, stream, markOf(frame[offset]));
    let end = streamEnd + ID_BYTES;
    for (let field = 1; field < FIELDS_WITH_LENGTH; field += 1) end = fieldEnd(frame, end);
    offset = end;
  }
};

const markOf = (byte: number | undefined): EventMark => {
  if (byte === REMOVED_MARK) return 'removed';
  return byte === TOMBSTONE_MARK ? 'tombstone' : 'event';
};

/**
 * A copy of the frame without what the events at these offsets held. Their places and their streams stay, so that
 * positions and revisions do.
 */
export const withoutEvents = (frame: Buffer, offsets: readonly number[]): Buffer => {
  const copy = Buffer.from(frame);
  for (const offset of offsets) eraseEvent(copy, offset);
  copy.writeUInt32LE(crc32(copy.subarray(CHECKSUMMED_FROM)), LENGTH_BYTES);
  return copy;
};

const eraseEvent = (frame: Buffer, offset: number): void => {
  frame[offset] = REMOVED_MARK;
  const idAt = fieldEnd(frame, offset + MARK_BYTES);
  let end = idAt + ID_BYTES;
  frame.fill(0, idAt, end);
  for (let field = 1; field < FIELDS_WITH_LENGTH; field += 1) {
    const start = end + LENGTH_BYTES;
    end = fieldEnd(frame, end);
    frame.fill(0, start, end);
  }
};

const fieldEnd = (bytes: Buffer, start: number): number => start + LENGTH_BYTES + bytes.readUInt32LE(start);

/** Id of the event that these bytes begin with. */
export const idOf = (bytes: Buffer): string => {
  const start = fieldEnd(bytes, MARK_BYTES);
  return uuidText(bytes.toString('hex', start, start + ID_BYTES));
};

/** The event that these bytes begin with; what it holds in bytes are views of them. */
export const eventOf = (bytes: Buffer): ProposedEvent => {
  const idEnd = fieldEnd(bytes, MARK_BYTES) + ID_BYTES;
  const typeEnd = fieldEnd(bytes, idEnd);
  const contentTypeEnd = fieldEnd(bytes, typeEnd);
  const metadataEnd = fieldEnd(bytes, contentTypeEnd);
  const dataEnd = fieldEnd(bytes, metadataEnd);
  return {
    id: uuidText(bytes.toString('hex', idEnd - ID_BYTES, idEnd)),
    type: bytes.toString('utf8', idEnd + LENGTH_BYTES, typeEnd),
    contentType: bytes.toString('utf8', typeEnd + LENGTH_BYTES, contentTypeEnd),
    metadata: bytes.subarray(contentTypeEnd + LENGTH_BYTES, metadataEnd),
    data: bytes.subarray(metadataEnd + LENGTH_BYTES, dataEnd),
  };
};

/** 32 hexadecimal digits as a UUID is written. */
export const uuidText = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
