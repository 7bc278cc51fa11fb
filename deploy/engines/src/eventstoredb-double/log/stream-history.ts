import { NO_STREAM, type ProposedEvent } from './event.js';

/** One stream: where its events are, in the order of their revisions, from 0 without gaps. */
export class StreamHistory {
  /** Place in `$all` of each event. */
  readonly places: number[] = [];
  /** Place in `$all` of the tombstone. */
  tombstone: number | undefined;
  /** Built when the first append asks for it, since most streams never see one without an expected revision. */
  private revisionsById: Map<string, number> | undefined;

  constructor(
    readonly name: string,
    /** For the index of streams. */
    readonly number: number,
    /** `undefined` for an event that was removed. */
    private readonly idAt: (place: number) => string | undefined,
  ) {}

  get lastRevision(): number {
    return this.places.length === 0 ? NO_STREAM : this.places.length - 1;
  }

  push(place: number): void {
    const id = this.idAt(place);
    if (id !== undefined) this.revisionsById?.set(id, this.places.length);
    this.places.push(place);
  }

  /** Ids are looked up anew, since events were removed. */
  forgetIds(): void {
    this.revisionsById = undefined;
  }

  /** Revision of the event with this id. */
  revisionOf(id: string): number | undefined {
    this.revisionsById ??= this.idsOfPlaces();
    return this.revisionsById.get(id);
  }

  /** How many of these events follow the revision already, up to the first that does not. */
  sameAfter(revision: number, proposed: readonly ProposedEvent[]): number {
    const differing = proposed.findIndex(({ id }, offset) => {
      const place = this.places[revision + 1 + offset];
      return place === undefined || this.idAt(place) !== id;
    });
    return differing < 0 ? proposed.length : differing;
  }

  private idsOfPlaces(): Map<string, number> {
    const revisions = new Map<string, number>();
    for (const [revision, place] of this.places.entries()) {
      const id = this.idAt(place);
      if (id !== undefined) revisions.set(id, revision);
    }
    return revisions;
  }
}
