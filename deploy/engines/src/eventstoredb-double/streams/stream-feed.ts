import type { StoredEvent } from '../log/event.js';
import type { EventLog } from '../log/event-log.js';
import { firstReadable, isReadable, type From } from '../log/reads.js';
import { streamDeleted } from '../wire/refusal.js';
import type { Feed, Steps } from './feed.js';

/** A subscription to a stream begins after the revision that it names. */
export class StreamFeed implements Feed {
  readonly steps: Steps;
  private revision = 0;
  private dropped = false;

  constructor(
    private readonly log: EventLog,
    private readonly stream: string,
    from: From,
  ) {
    this.steps = this.all(from);
  }

  waiting(): number {
    return this.log.streamLength(this.stream) - this.revision;
  }

  drop(): void {
    this.dropped = true;
  }

  private *all(from: From): Steps {
    yield 'confirmed';
    if (this.isTombstoned()) throw streamDeleted(this.stream);
    if (from === 'end') this.revision = this.log.streamLength(this.stream);
    else yield* this.begin(from === 'start' ? 0 : from + 1);
    for (;;) {
      yield* this.events();
      yield 'caught up';
      yield* this.live();
    }
  }

  /** Goes on until what waits is dropped; the events are sent then as those of a stream that is caught up with. */
  private *live(): Steps {
    this.dropped = false;
    while (!this.dropped) {
      yield undefined;
      yield* this.events();
    }
  }

  /** A stream that is missing is waited for; a client has not caught up with it before it is there. */
  private *begin(revision: number): Steps {
    while (!isReadable(this.log, this.stream) && !this.isTombstoned()) yield undefined;
    const readable = Math.min(firstReadable(this.log, this.stream), this.log.streamLength(this.stream));
    this.revision = Math.max(revision, readable);
  }

  /** What is there now. The tombstone is its last event. */
  private *events(): Steps {
    while (this.revision < this.log.streamLength(this.stream)) {
      const event = this.log.ofStream(this.stream, this.revision);
      this.revision += 1;
      yield event === undefined ? 'considered' : { event };
    }
    const tombstone: StoredEvent | undefined = this.log.tombstone(this.stream);
    if (tombstone === undefined) return;
    yield { event: tombstone };
    throw streamDeleted(this.stream);
  }

  private isTombstoned(): boolean {
    return this.log.tombstone(this.stream) !== undefined;
  }
}
