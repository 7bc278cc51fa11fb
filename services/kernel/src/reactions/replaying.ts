import { ChangeRefused } from '../documents/port.js';
import type { Position, StreamName } from '../base/position.js';
import { RecordDamaged } from '../eventlog/port.js';
import { partsWhile } from '../eventlog/parts.js';
import type { EventChanges } from './event-changes.js';
import type { Parking, ParkedStream, TargetChange } from '../targets/port.js';
import { parkedBy, type ParkedStreams } from './parking.js';
import { Chunk } from './chunk.js';
import type { ProjectorOptions } from './projector-options.js';

/** A projector, as far as a replay needs it. */
export interface Replaying<Changed extends TargetChange> {
  readonly options: ProjectorOptions<Changed>;
  readonly parked: ParkedStreams;
  readonly changes: EventChanges<Changed>;
  /** What comes later is not replayed: it is projected in its turn. */
  readonly considered: Position;
  /** Applies changes where the projection stands. False: another projector was faster. */
  commit(this: void, changes: readonly (Changed | Parking)[]): Promise<boolean>;
  /** What is parked is not known any more: it is read again before anything else is projected. */
  unsure(this: void): void;
}

/** Projects what waits of a parked stream. From where something is refused again, or still not readable, it waits on. */
export const replayStream = async <Changed extends TargetChange>(
  replaying: Replaying<Changed>,
  stream: StreamName,
): Promise<void> => {
  const { parked, options, changes } = replaying;
  // What is stored is true: more may have been done than was heard of.
  let stands = await parked.readAgain(options.target, stream);
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
async function* project<Changed extends TargetChange>(
  replaying: Replaying<Changed>,
  { stream, revision, reason }: ParkedStream,
): AsyncGenerator<ParkedStream, void, void> {
  const { parked, commit } = replaying;
  const released = parked.release(stream);
  for await (const [{ changes: some }, then] of withNext(portionsOf(replaying, stream, BigInt(revision)))) {
    const next = then?.events[0];
    const waits = next && parkedBy(next, reason);
    const told: Parking = waits === undefined ? released : { kind: 'park', parked: waits };
    if (!(await commit([told, ...some]))) throw new Overtaken();
    if (waits !== undefined) yield waits;
  }
}

/** What a stream changes from a revision on, up to an event that parks it again; a portion at least, if an empty one. */
async function* portionsOf<Changed extends TargetChange>(
  { options, parked, changes, considered }: Replaying<Changed>,
  stream: StreamName,
  revision: bigint,
): AsyncGenerator<Chunk<Changed | Parking>, void, void> {
  let isNothing = true;
  for await (const part of partsWhile(options.log, stream, ({ position }) => position <= considered)) {
    const waiting = part.filter((event) => event.revision >= revision);
    if (waiting.length === 0) continue;
    isNothing = false;
    yield* changes.portions(waiting);
    if (parked.has(stream)) return;
  }
  if (isNothing) yield new Chunk<Changed | Parking>();
}

/** Each with the one that follows it. */
async function* withNext<One>(
  all: AsyncIterable<One>,
): AsyncGenerator<readonly [One, One | undefined], void, void> {
  let before: One | undefined;
  for await (const one of all) {
    if (before !== undefined) yield [before, one];
    before = one;
  }
  if (before !== undefined) yield [before, undefined];
}

class Overtaken extends Error {
  override readonly name = 'Overtaken';
}
