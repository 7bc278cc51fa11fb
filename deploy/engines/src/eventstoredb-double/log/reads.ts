import type { StoredEvent } from './event.js';
import type { EventLog } from './event-log.js';

/** From where a read of a stream goes: a revision, or an end of the stream. */
export type From = number | 'start' | 'end';

/** Lowest revision that the stream's metadata let be read; the stream's length when it is soft-deleted. */
export const firstReadable = (log: EventLog, stream: string): number => {
  const length = log.streamLength(stream);
  const { softDeleted, truncateBefore = 0, maxCount = length, maxAgeSeconds } = log.retention(stream);
  if (softDeleted) return length;
  let first = Math.max(0, truncateBefore, length - maxCount);
  if (maxAgeSeconds === undefined) return first;
  const oldestMs = Date.now() - maxAgeSeconds * 1_000;
  while (log.createdMs(stream, first) <= oldestMs) first += 1;
  return first;
};

/** Whether a read of the stream finds something: a soft-deleted stream and one that never was are missing. */
export const isReadable = (log: EventLog, stream: string): boolean =>
  log.streamLength(stream) > 0 && !log.retention(stream).softDeleted;

/** The stream's events upwards, `from` included. */
export function* streamForwards(log: EventLog, stream: string, from: From): Generator<StoredEvent> {
  const start = from === 'start' ? 0 : from === 'end' ? Infinity : from;
  let revision = Math.max(start, firstReadable(log, stream));
  for (; revision < log.streamLength(stream); revision += 1) {
    const event = log.ofStream(stream, revision);
    if (event !== undefined) yield event;
  }
}

/** The stream's events downwards, `from` included. */
export function* streamBackwards(log: EventLog, stream: string, from: From): Generator<StoredEvent> {
  const first = firstReadable(log, stream);
  const last = log.streamLength(stream) - 1;
  const start = from === 'start' ? 0 : from === 'end' ? last : Math.min(from, last);
  for (let revision = start; revision >= first; revision -= 1) {
    const event = log.ofStream(stream, revision);
    if (event !== undefined) yield event;
  }
}

/** All events upwards from this place. */
export function* allForwards(log: EventLog, place: number): Generator<StoredEvent> {
  for (let index = place; index < log.length; index += 1) {
    const event = log.at(index);
    if (event !== undefined) yield event;
  }
}

/** All events downwards, the one at this place not included. */
export function* allBackwards(log: EventLog, place: number): Generator<StoredEvent> {
  for (let index = place - 1; index >= 0; index -= 1) {
    const event = log.at(index);
    if (event !== undefined) yield event;
  }
}
