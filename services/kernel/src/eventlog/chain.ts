import { hash } from 'node:crypto';
import { isUuid } from '../clock/ids.js';
import type { Append, EventToAppend, Expected, StreamTip } from './port.js';
import { NO_STREAM } from './port.js';

/** What the first event of a stream follows. */
export const GENESIS = '0'.repeat(64);

export interface SealedEvent {
  readonly event: EventToAppend;
  readonly revision: bigint;
  /** The JSON texts that are stored and that the hash is taken over. */
  readonly data: string;
  readonly metadata: string;
  readonly hash: string;
}

/** SHA-256(predecessor's hash ‖ stored data ‖ stored metadata), 64 hex digits: a chain, and each record's checksum. */
export const chainHash = (previous: string | undefined, data: string, metadata: string): string =>
  hash('sha256', `${previous ?? GENESIS}\0${data}\0${metadata}`, 'hex');

const STREAM = /^[^-\0]+-[^\0]+$/;

/** As `seal`. Throws when the append is malformed: that is a bug of the caller. */
export const sealAppend = ({ stream, expected, events }: Append): readonly SealedEvent[] => {
  if (!STREAM.test(stream)) throw new Error(`${JSON.stringify(stream)} is no <category>-<id>`);
  if (events.length === 0) throw new Error('an append has at least one event');
  for (const { id, type } of events) {
    if (!isUuid(id)) throw new Error(`an event id is a UUID in lower case, not ${JSON.stringify(id)}`);
    if (type === '' || type.includes('\0')) throw new Error(`${JSON.stringify(type)} is no type of an event`);
  }
  return seal(expected, events);
};

/** Writes the events as text and links each to the one before. */
export const seal = (expected: Expected, events: readonly EventToAppend[]): readonly SealedEvent[] => {
  let previous: string | undefined = expected === NO_STREAM ? undefined : expected.hash;
  let revision = expected === NO_STREAM ? -1n : expected.revision;
  return events.map((event) => {
    const data = JSON.stringify(event.data);
    const metadata = JSON.stringify(event.metadata);
    previous = chainHash(previous, data, metadata);
    revision += 1n;
    return { event, revision, data, metadata, hash: previous };
  });
};

/** The tip after the last of some sealed events. */
export const tipOf = (sealed: readonly SealedEvent[]): StreamTip => {
  const last = sealed.at(-1);
  if (last === undefined) throw new Error('an append has at least one event');
  return { revision: last.revision, hash: last.hash };
};
