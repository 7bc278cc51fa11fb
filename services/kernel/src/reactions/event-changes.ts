import type { Change } from '../documents/port.js';
import { type EventRegistry, eventRegistry } from '../domain/registry.js';
import type { RecordedEvent } from '../eventlog/port.js';
import { parkedBy, type ParkedStream, type ParkedStreams } from './parking.js';
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

  async ofAll(events: readonly RecordedEvent[]): Promise<Change[]> {
    const changes: Change[] = [];
    for (const recorded of events) {
      const some = this.of(recorded);
      // One by one: the changes of one event may be more than a call takes arguments.
      for (const change of some instanceof Promise ? await some : some) changes.push(change);
    }
    return changes;
  }

  of(recorded: RecordedEvent): readonly Change[] | Promise<readonly Change[]> {
    if (this.parked.holds(recorded)) return [];
    const seen = projected(this.#registry, recorded, this.options.vault);
    if (seen instanceof Promise) return seen.then((opened) => this.#projectedOrParked(recorded, opened));
    return seen === undefined ? [] : this.#projectedOrParked(recorded, seen);
  }

  /** The change that parks the stream of an event. */
  park(recorded: RecordedEvent, error: unknown): Change {
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

  #projectedOrParked(recorded: RecordedEvent, seen: ProjectedEvent): readonly Change[] {
    try {
      return this.options.projection.project(seen.event, seen);
    } catch (error) {
      return [this.park(recorded, error)];
    }
  }
}
