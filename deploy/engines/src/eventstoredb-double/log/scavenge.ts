import type { EventLog } from './event-log.js';
import { isMetastream, originOf } from './metadata.js';
import { firstReadable } from './reads.js';

/** An event that a scavenge removed. */
export interface ScavengedEvent {
  readonly stream: string;
  readonly revision: number;
  /** Commit and prepare position that it had. */
  readonly position: number;
  readonly type: string;
}

/**
 * Removes what the server's scavenge removes: superseded metadata, what `$maxCount`, `$maxAge` and `$tb` hide, and
 * everything of a tombstoned stream but the tombstone. As on the server, the last event of any other stream stays, and
 * so does the chunk that is being written: the last one of `chunkBytes`, or the last record alone when that is absent.
 */
export const scavenge = async (log: EventLog): Promise<ScavengedEvent[]> => {
  const removed = await log.remove(() => {
    const end = endOfScavenge(log);
    return log
      .streams()
      .flatMap((stream) => unneededOf(log, stream))
      .filter((place) => !log.isRemoved(place) && log.position(place) < end)
      .sort((one, other) => one - other);
  });
  return removed.map(({ stream, revision, position, type }) => ({ stream, revision, position, type }));
};

/** Position where the chunk begins that is being written. */
const endOfScavenge = (log: EventLog): number => {
  const { chunkBytes } = log;
  if (log.length === 0) return 0;
  const last = log.position(log.length - 1);
  return chunkBytes === undefined ? last : last - (last % chunkBytes);
};

const unneededOf = (log: EventLog, stream: string): number[] => {
  const places = log.placesOf(stream);
  const origin = isMetastream(stream) ? originOf(stream) : stream;
  if (log.tombstone(origin) !== undefined || log.tombstone(stream) !== undefined) return places;
  return places.slice(0, Math.max(0, Math.min(firstReadable(log, stream), places.length - 1)));
};
