import { Pace } from '../clock/pace.js';
import type { StreamName } from '../base/position.js';
import type { EventLog, ReadOptions, RecordedEvent } from './port.js';

/** A batch ends behind the event with which its data come to so many bytes; it holds one event at least. */
export const PART_BYTES = 16_000_000;
/** So many events of a stream are read at once: their records are no larger than a batch may be, by far. */
const PART_EVENTS = 128;

/**
 * The events of a stream in order, part by part, for those who need not hold them all; no part is empty. Others have their
 * turns between two of them.
 */
export async function* partsOf(
  log: Pick<EventLog, 'read'>,
  stream: StreamName,
  options: ReadOptions = {},
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  let { after } = options;
  const pace = new Pace();
  for (;;) {
    const part = await log.read(stream, {
      ...options,
      ...(after === undefined ? {} : { after }),
      limit: PART_EVENTS,
      maxBytes: PART_BYTES,
    });
    const last = part.at(-1);
    if (last === undefined) return;
    yield part;
    if (isEnd(part, PART_EVENTS) || last.revision === options.through) return;
    after = last;
    await pace.turn();
  }
}

/** Whether nothing stood behind what was read with `limit` and `maxBytes`: only large data end a part before its limit. */
export const isEnd = (part: readonly RecordedEvent[], limit: number): boolean =>
  part.length < limit && !part.some(({ payloadBlob }) => payloadBlob !== undefined);

/** As `partsOf`, up to the first event that is not wanted; what is wanted stands before what is not. */
export async function* partsWhile(
  log: Pick<EventLog, 'read'>,
  stream: StreamName,
  isWanted: (event: RecordedEvent) => boolean,
  options: ReadOptions = {},
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  for await (const part of partsOf(log, stream, options)) {
    const wanted = part.filter(isWanted);
    if (wanted.length > 0) yield wanted;
    if (wanted.length < part.length) return;
  }
}

/** The last event of a stream, or of its part through a revision, without large data; `undefined` when there is none. */
export const lastOf = async (
  log: Pick<EventLog, 'read'>,
  stream: StreamName,
  options: Pick<ReadOptions, 'through'> = {},
): Promise<RecordedEvent | undefined> => {
  let last: RecordedEvent | undefined;
  for await (const part of partsOf(log, stream, { ...options, withoutLarge: true })) last = part.at(-1);
  return last;
};
