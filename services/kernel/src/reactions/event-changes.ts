import { type EventRegistry, eventRegistry } from '../domain/registry.js';
import { PersonalUnreadable } from '../domain/personal.js';
import { type DamagedRecord, RecordDamaged, type RecordedEvent } from '../eventlog/port.js';
import type { Parking, ParkedStream, TargetChange } from '../targets/port.js';
import { errorKind } from '../error-reports/error-kind.js';
import { parkedBy, type ParkedStreams } from './parking.js';
import { Chunk } from './chunk.js';
import { type ProjectedEvent, projected } from '../projection/projection.js';
import type { ProjectorOptions } from './projector-options.js';

type Changes<Changed> = readonly (Changed | Parking)[];

/** What events change in the target of a projection; an event that cannot be projected parks its stream (R14). */
export class EventChanges<Changed extends TargetChange> {
  readonly #registry: EventRegistry;

  constructor(
    private readonly options: Pick<ProjectorOptions<Changed>, 'projection' | 'vault' | 'logger' | 'errors'>,
    private readonly parked: ParkedStreams,
  ) {
    this.#registry = eventRegistry([options.projection]);
  }

  /** In one portion or more; `begun` are changes for the first that belong to no event. */
  async *portions(
    events: readonly RecordedEvent[],
    begun: readonly Parking[] = [],
  ): AsyncGenerator<Chunk<Changed | Parking>, void, void> {
    let chunk = new Chunk<Changed | Parking>(begun);
    for (const recorded of events) {
      const some = this.of(recorded);
      const changes = some instanceof Promise ? await some : some;
      if (chunk.take(recorded, changes)) continue;
      yield chunk;
      chunk = new Chunk<Changed | Parking>();
      chunk.take(recorded, changes);
    }
    yield chunk;
  }

  of(recorded: RecordedEvent): Changes<Changed> | Promise<Changes<Changed>> {
    if (this.parked.holds(recorded)) return [];
    return this.#orParked(recorded, () => {
      const seen = projected(this.#registry, recorded, this.options.vault);
      if (seen instanceof Promise) return this.#ofOpened(recorded, seen);
      return seen === undefined ? [] : this.options.projection.project(seen.event, seen);
    });
  }

  /** The changes that park the streams of records that cannot be read. */
  ofDamaged(damaged: readonly DamagedRecord[] = []): Parking[] {
    return damaged
      .filter((record) => !this.parked.holds(record))
      .map((record) => this.park(record, new RecordDamaged(record.reason)));
  }

  /** The change that parks the stream of an event. */
  park(recorded: Omit<DamagedRecord, 'reason'>, error: unknown): Parking {
    const parked = parkedBy(recorded, error);
    this.tell(parked, error);
    return this.parked.park(parked);
  }

  tell(parked: ParkedStream, error: unknown): void {
    const { logger, errors, projection } = this.options;
    logger.error(
      { err: error, projection: projection.name, ...parked },
      'an event cannot be projected: its stream is parked',
    );
    errors?.note({
      name: errorKind(error),
      description: `${projection.name} cannot project ${parked.type} and has parked its stream.`,
      where: `${projection.name} ${parked.type}`,
      entity: 'projection',
      entityId: projection.name,
      userId: '',
    });
  }

  /** A vault that is away says nothing of the event: that is thrown, and tried again. */
  async #ofOpened(recorded: RecordedEvent, opening: Promise<ProjectedEvent>): Promise<Changes<Changed>> {
    let seen: ProjectedEvent;
    try {
      seen = await opening;
    } catch (error) {
      if (!(error instanceof PersonalUnreadable)) throw error;
      return [this.park(recorded, error)];
    }
    return this.#orParked(recorded, () => this.options.projection.project(seen.event, seen));
  }

  #orParked<Result>(recorded: RecordedEvent, make: () => Result): Result | readonly Parking[] {
    try {
      return make();
    } catch (error) {
      return [this.park(recorded, error)];
    }
  }
}
