import type { EventLog } from './event-log.js';

/** A position in `$all`. */
export interface LogPosition {
  readonly commit: number;
  readonly prepare: number;
}

/** Before every position. On the wire, which has no negative numbers, it is the largest number there is. */
export const NOWHERE: LogPosition = { commit: -1, prepare: -1 };

/** The position of an event: its commit and its prepare are the same. */
export const positionOf = ({ position }: { readonly position: number }): LogPosition => ({
  commit: position,
  prepare: position,
});

/** Below zero when the first lies before the second, above zero when behind it. */
export const comparePositions = (one: LogPosition, other: LogPosition): number =>
  one.commit - other.commit || one.prepare - other.prepare;

/** The position of the last visible event. */
export const lastPosition = (log: EventLog): LogPosition => {
  const last = log.keptBefore(log.length);
  return last < 0 ? NOWHERE : positionOf({ position: log.position(last) });
};

/**
 * Place of the first event at or behind the position; `undefined` where the server cannot read: at a position where no
 * record begins and the log does not end. Inside a chunk that was scavenged it can read from everywhere.
 */
export const placeAt = (log: EventLog, { commit, prepare }: LogPosition): number | undefined => {
  if (commit <= 0) return 0;
  const place = log.indexFrom(commit);
  const isRecord = log.position(place) === commit || log.isEmptyRecord(commit);
  if (!isRecord && !log.isScavenged(commit)) return undefined;
  const isBehind = log.position(place) === commit && prepare > commit && place < log.length;
  return isBehind ? place + 1 : place;
};
