import { partsOf } from '../eventlog/parts.js';
import type { StreamName } from '../base/position.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';
import type { EventPlace } from './folding.js';
import type { PastReads } from '../context/past.js';
import type { MomentOfRevision, PointInTime } from '../context/query-context.js';

/** Whether an event of a stream had happened at a moment. */
export const isBefore = (stream: StreamName, event: EventPlace, { at, pinned }: PointInTime): boolean =>
  pinned?.stream === stream ? event.revision <= pinned.revision : event.at <= at;

/** The moment of a revision of a stream, by reading the stream up to it. What is read is counted in `past`. */
export const pointInTimeOfRevision = async (
  log: EventLog,
  stream: StreamName,
  revision: bigint,
  past?: PastReads,
): Promise<MomentOfRevision> => {
  let last: RecordedEvent | undefined;
  for await (const part of partsOf(log, stream, { through: revision, withoutLarge: true })) {
    past?.budget.spendOn(part);
    last = part.at(-1);
  }
  if (last?.revision === revision) return { at: last.metadata.at, pinned: { stream, revision } };
  return last === undefined ? 'none' : 'future';
};
