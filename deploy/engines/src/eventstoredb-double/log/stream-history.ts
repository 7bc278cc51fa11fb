import { NO_STREAM, type ProposedEvent, type StoredEvent } from './event.js';

/** One stream's events in the order of their revisions, from 0 without gaps. */
export class StreamHistory {
  readonly events: StoredEvent[] = [];
  tombstone: StoredEvent | undefined;
  /** Built when the first append asks for it, since most streams never see one without an expected revision. */
  private byId: Map<string, StoredEvent> | undefined;

  constructor(readonly name: string) {}

  get lastRevision(): number {
    return this.events.length === 0 ? NO_STREAM : this.events.length - 1;
  }

  push(event: StoredEvent): void {
    this.events.push(event);
    this.byId?.set(event.id, event);
  }

  withId(id: string): StoredEvent | undefined {
    this.byId ??= new Map(this.events.map((event) => [event.id, event]));
    return this.byId.get(id);
  }

  /** How many of these events follow the revision already, up to the first that does not. */
  sameAfter(revision: number, proposed: readonly ProposedEvent[]): number {
    const differing = proposed.findIndex(({ id }, offset) => this.events[revision + 1 + offset]?.id !== id);
    return differing < 0 ? proposed.length : differing;
  }
}
