import { pause } from '../clock/pause.js';
import type { Position } from '../base/position.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';
import type { Waiters } from './waiters.js';
import type { Lag } from '../projection/projection.js';

/** What one projection or policy reads of the log. */
export interface Followed {
  readonly log: EventLog;
  readonly categories: readonly string[];
}

const COUNTED = 1000;

/** How many events wait behind a position, up to a thousand, and how long the oldest of them does. */
export const lagBehind = async ({ log, categories }: Followed, after: Position): Promise<Lag> => {
  const looking = { categories, pastDamage: true, withoutLarge: true };
  let oldest: RecordedEvent | undefined;
  let events = 0;
  for (let from = after; ;) {
    const waiting = await log.readAll({ ...looking, after: from, limit: COUNTED - events });
    oldest ??= waiting.events[0];
    events += waiting.events.length + (waiting.damaged?.length ?? 0);
    if (waiting.caughtUp || events >= COUNTED) break;
    from = waiting.position;
  }
  return {
    events,
    ms: oldest === undefined ? 0 : Math.max(0, Date.now() - Date.parse(oldest.metadata.at)),
  };
};

/** Whether nothing stands between two positions: a subscription does not tell of each event that is not for it. */
const isNothingWaiting = async (
  { log, categories }: Followed,
  after: Position,
  through: Position,
): Promise<boolean> => {
  const waiting = await log.readAll({ after, categories, limit: 1, pastDamage: true, withoutLarge: true });
  const next = waiting.events[0] ?? waiting.damaged?.[0];
  return next === undefined ? waiting.position >= through : next.position > through;
};

/** Longer than a projection, or news of it, takes to come when there is little to do. */
const SOON_MS = 25;
/** While it moves there is much to do, and asking the log would cost as much as what is waited for: so often not yet. */
const PATIENCE = 4;

/** Somebody who moves along the log and tells those who wait. */
export interface Moving {
  standing(this: void): Position;
  readonly waiters: Waiters;
  readonly followed: Followed;
}

/** Whether everything up to a position was considered within the time; what stands there may be of other categories. */
export const untilReached = async (
  moving: Moving,
  position: Position,
  timeoutMs: number,
): Promise<boolean> => {
  if (moving.standing() >= position) return true;
  const coming = moving.waiters.wait(position, timeoutMs);
  const soon = await whileMoving(moving, coming);
  if (soon !== undefined) return soon;
  // It may come while the log is asked.
  const isNothing = isNothingWaiting(moving.followed, moving.standing(), position);
  // Nor does it matter when the log cannot be asked: what is waited for was written, and is told of when it is there.
  return Promise.race([
    coming,
    isNothing.then(
      (nothing) => nothing || coming,
      () => coming,
    ),
  ]);
};

/** What is waited for; `undefined` when it does not come soon. */
const whileMoving = async ({ standing }: Moving, coming: Promise<boolean>): Promise<boolean | undefined> => {
  for (let turn = 0; turn < PATIENCE; turn += 1) {
    const [stood, waited] = [standing(), new AbortController()];
    const soon = await Promise.race([coming, pause(SOON_MS, waited.signal).then(() => undefined)]);
    waited.abort();
    if (soon !== undefined || standing() === stood) return soon;
  }
  return undefined;
};
