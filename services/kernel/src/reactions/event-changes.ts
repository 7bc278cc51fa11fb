import type { Change } from '../documents/port.js';
import { type EventRegistry, eventRegistry } from '../domain/registry.js';
import { PersonalUnreadable } from '../domain/personal.js';
import { type DamagedRecord, RecordDamaged, type RecordedEvent } from '../eventlog/port.js';
import { parkedBy, type ParkedStream, type ParkedStreams } from './parking.js';
import { Portion } from './portion.js';
import { type ProjectedEvent, projected } from './projection.js';
import type { ProjectorOptions } from './projector-options.js';

/** What events change in the documents of a projection; an event that cannot be projected parks its stream (R14). */
export class EventChanges {
  readonly #registry: EventRegistry;

  constructor(
    private readonly options: Pick<ProjectorOptions, 'projection' | 'vault' | 'logger'>,
    private readonly parked: ParkedStreams,
  ) {
    this.#registry = eventRegistry([options.projection]);
  }

  /** In one portion or more; `begun` are changes for the first that belong to no event. */
  async *portions(
    events: readonly RecordedEvent[],
    begun: readonly Change[] = [],
  ): AsyncGenerator<Portion, void, void> {
    let portion = new Portion(begun);
    for (const recorded of events) {
      const some = this.of(recorded);
      const changes = some instanceof Promise ? await some : some;
      if (portion.take(recorded, changes)) continue;
      yield portion;
      portion = new Portion();
      portion.take(recorded, changes);
    }
    yield portion;
  }

  of(recorded: RecordedEvent): readonly Change[] | Promise<readonly Change[]> {
    if (this.parked.holds(recorded)) return [];
    return this.#orParked(recorded, () => {
      const seen = projected(this.#registry, recorded, this.options.vault);
      if (seen instanceof Promise) return this.#ofOpened(recorded, seen);
      return seen === undefined ? [] : this.options.projection.project(seen.event, seen);
    });
  }

  /** The changes that park the streams of records that cannot be read. */
  ofDamaged(damaged: readonly DamagedRecord[] = []): Change[] {
    return damaged
      .filter((record) => !this.parked.holds(record))
      .map((record) => this.park(record, new RecordDamaged(record.reason)));
  }

  /** The change that parks the stream of an event. */
  park(recorded: Omit<DamagedRecord, 'reason'>, error: unknown): Change {
    const parked = parkedBy(recorded, error);
    this.tell(parked, error);
    return this.parked.park(parked);
  }

  tell(parked: ParkedStream, error: unknown): void {
    this.options.logger.error(
      { err: error, projection: this.options.projection.name, ...parked },
      'an event cannot be projected: its stream is parked',
    );
  }

  /** A vault that is away says nothing of the event: that is thrown, and tried again. */
  async #ofOpened(recorded: RecordedEvent, opening: Promise<ProjectedEvent>): Promise<readonly Change[]> {
    let seen: ProjectedEvent;
    try {
      seen = await opening;
    } catch (error) {
      if (!(error instanceof PersonalUnreadable)) throw error;
      return [this.park(recorded, error)];
    }
    return this.#orParked(recorded, () => this.options.projection.project(seen.event, seen));
  }

  #orParked<Result>(recorded: RecordedEvent, make: () => Result): Result | readonly Change[] {
    try {
      return make();
    } catch (error) {
      return [this.park(recorded, error)];
    }
  }
}
