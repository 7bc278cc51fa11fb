import { crc32 } from 'node:zlib';
import { TOMBSTONE_TYPE, type ProposedEvent } from './event.js';

/** First bytes of a log file. Positions are offsets in it, so the first event of a log never has position 0. */
export const FILE_HEADER = Buffer.from('cairn-double-01\n');

/** Length and CRC-32 of what follows, four bytes each. */
export const FRAME_HEADER_BYTES = 8;
const CREATED_BYTES = 8;
const ID_BYTES = 16;
const LENGTH_BYTES = 4;
const LENGTHS = 5;
/** Of the first event in its frame. */
export const FIRST_EVENT_OFFSET = FRAME_HEADER_BYTES + CREATED_BYTES;

/** An event and the stream that it goes to. */
export interface FramedEvent extends ProposedEvent {
  readonly stream: string;
}

/** An event as read back, and its offset from the start of its frame. */
export interface ReadEvent extends FramedEvent {
  readonly offset: number;
}

/** Everything that became durable together. */
export interface Transaction {
  readonly createdMs: number;
  readonly events: readonly FramedEvent[];
}

/** How many bytes the event takes in a frame. */
export const eventBytes = (event: FramedEvent): number =>
  ID_BYTES +
  LENGTHS * LENGTH_BYTES +
  Buffer.byteLength(event.stream) +
  Buffer.byteLength(event.type) +
  Buffer.byteLength(event.contentType) +
  event.metadata.length +
  event.data.length;

/** A transaction as it lies in the file. */
export const encodeFrame = ({ createdMs, events }: Transaction): Buffer => {
  const length = events.reduce((sum, event) => sum + eventBytes(event), CREATED_BYTES);
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + length);
  let at = frame.writeDoubleLE(createdMs, FRAME_HEADER_BYTES);
  for (const event of events) at = writeEvent(frame, at, event);
  frame.writeUInt32LE(length, 0);
  frame.writeUInt32LE(crc32(frame.subarray(FRAME_HEADER_BYTES)), LENGTH_BYTES);
  return frame;
};

const writeEvent = (frame: Buffer, start: number, event: FramedEvent): number => {
  let at = start + frame.write(event.id.replaceAll('-', ''), start, 'hex');
  at = writeText(frame, at, event.stream);
  at = writeText(frame, at, event.type);
  at = writeText(frame, at, event.contentType);
  at = writeBytes(frame, at, event.metadata);
  return writeBytes(frame, at, event.data);
};

const writeText = (frame: Buffer, at: number, text: string): number => {
  const written = frame.write(text, at + LENGTH_BYTES);
  frame.writeUInt32LE(written, at);
  return at + LENGTH_BYTES + written;
};

const writeBytes = (frame: Buffer, at: number, bytes: Uint8Array): number => {
  frame.writeUInt32LE(bytes.length, at);
  frame.set(bytes, at + LENGTH_BYTES);
  return at + LENGTH_BYTES + bytes.length;
};

/** Whole length of the frame that starts here, as its header says; `undefined` when not even the header is there. */
export const frameBytes = (bytes: Buffer, start: number): number | undefined =>
  bytes.length - start < FRAME_HEADER_BYTES ? undefined : FRAME_HEADER_BYTES + bytes.readUInt32LE(start);

/** Whether the frame is what was written. */
export const isSound = (frame: Buffer): boolean =>
  frame.length >= FIRST_EVENT_OFFSET &&
  crc32(frame.subarray(FRAME_HEADER_BYTES)) === frame.readUInt32LE(LENGTH_BYTES);

export const createdMsOf = (frame: Buffer): number => frame.readDoubleLE(FRAME_HEADER_BYTES);

/** The events of a sound frame; their bytes are views of it. */
export function* eventsOf(frame: Buffer, names: NameTable): Generator<ReadEvent> {
  let offset = FIRST_EVENT_OFFSET;
  while (offset < frame.length) {
    const reader = new FieldReader(frame, offset + ID_BYTES);
    yield {
      offset,
      id: uuidText(frame.toString('hex', offset, offset + ID_BYTES)),
      stream: names.one(reader.text()),
      type: names.one(reader.text()),
      contentType: names.one(reader.text()),
      metadata: reader.bytes(),
      data: reader.bytes(),
    };
    offset = reader.at;
  }
}

/** Keeps one copy of each name, since a million events share few. */
export class NameTable {
  private readonly known = new Map<string, string>();

  one(name: string): string {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    this.known.set(name, name);
    return name;
  }
}

class FieldReader {
  constructor(
    private readonly frame: Buffer,
    public at: number,
  ) {}

  bytes(): Buffer {
    const start = this.at + LENGTH_BYTES;
    this.at = start + this.frame.readUInt32LE(this.at);
    return this.frame.subarray(start, this.at);
  }

  text(): string {
    const start = this.at + LENGTH_BYTES;
    this.at = start + this.frame.readUInt32LE(this.at);
    return this.frame.toString('utf8', start, this.at);
  }
}

/** 32 hexadecimal digits as a UUID is written. */
export const uuidText = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** A tombstone has a type that no client may write. */
export const isTombstone = (event: FramedEvent): boolean => event.type === TOMBSTONE_TYPE;
