import { type Change, ChangeRefused } from '../documents/port.js';
import { type Position, RecordDamaged, type StreamName } from '../eventlog/port.js';
import type { EventChanges } from './event-changes.js';
import { parkChange, parkedBy, type ParkedStream, type ParkedStreams } from './parking.js';
import type { ProjectorOptions } from './projector-options.js';

/** A projector, as far as a replay needs it. */
export interface Replaying {
  readonly options: ProjectorOptions;
  readonly parked: ParkedStreams;
  readonly changes: EventChanges;
  /** What comes later is not replayed: it is projected in its turn. */
  readonly considered: Position;
  /** Applies changes where the projection stands. False: another projector was faster. */
  commit(this: void, changes: readonly Change[]): Promise<boolean>;
  /** What is parked is not known any more: it is read again before anything else is projected. */
  unsure(this: void): void;
}

/** Projects what waits of a parked stream. From where something is refused again, or still not readable, it waits on. */
export const replayStream = async (replaying: Replaying, stream: StreamName): Promise<void> => {
  const { parked, options, changes } = replaying;
  // What is stored is true: more may have been done than was heard of.
  parked.become(await parked.read(options.documents));
  let stands = parked.of(stream);
  if (stands === undefined) return;
  try {
    for await (const waits of project(replaying, stands)) stands = waits;
  } catch (error) {
    parked.park(stands);
    changes.tell(stands, error);
    if (error instanceof ChangeRefused || error instanceof RecordDamaged) return;
    replaying.unsure();
    if (!(error instanceof Overtaken)) throw error;
  }
};

/** Applies portion after portion; tells after each but the last where the stream waits now. */
async function* project(
  { options, parked, changes, considered, commit }: Replaying,
  { stream, revision, reason }: ParkedStream,
): AsyncGenerator<ParkedStream, void, void> {
  const events = await options.log.read(stream);
  const waiting = events.filter(
    (event) => event.revision >= BigInt(revision) && event.position <= considered,
  );
  const released = parked.release(stream);
  for await (const { changes: some, next } of changes.portions(waiting)) {
    const waits = next && parkedBy(next, reason);
    const told = waits === undefined ? released : parkChange(options.projection.name, waits);
    if (!(await commit([told, ...some]))) throw new Overtaken();
    if (waits !== undefined) yield waits;
  }
}

class Overtaken extends Error {
  override readonly name = 'Overtaken';
}
