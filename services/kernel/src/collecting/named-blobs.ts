import { pause } from '../clock/pause.js';
import { type Position, START } from '../base/position.js';
import type { EventLog, RecordedEvent } from '../eventlog/port.js';
import { categoryOf } from '../domain/streams.js';
import { HashFilter } from './hash-filter.js';
import { hashesIn } from './hashes.js';
import { type Collected, Owners } from './owners.js';

const PAGE = 200;
/** The log is read at a fifth of the speed that there is: nobody waits for this. */
const REST = 4;

/**
 * The blobs that the log names, in data of whatever shape, in the stream of whatever service, unless its category says
 * that it names none, and those that hold an event's data; but for what only purged owners name. The log forgets nothing,
 * and so neither does this. It may take a blob for named that is not (`HashFilter`), never the other way round.
 */
export class NamedBlobs {
  readonly #names = new HashFilter();
  readonly #everNamed = new HashFilter();
  readonly #categories: readonly string[];
  /** Categories whose events name no blobs. */
  readonly #namingNone: ReadonlySet<string>;
  #read: Position = START;

  private constructor(
    private readonly log: EventLog,
    streams: Collected,
    private readonly owners: Owners,
  ) {
    this.#categories = Object.keys(streams);
    this.#namingNone = new Set(
      Object.keys(streams).filter((category) => streams[category]?.files === 'none'),
    );
  }

  /** Reads all streams of the log. Throws when it cannot, or when the signal aborts. */
  static async read(log: EventLog, streams: Collected, signal: AbortSignal): Promise<NamedBlobs> {
    const owners = await Owners.read(log, streams, signal);
    const named = new NamedBlobs(log, streams, owners);
    await named.readOn(signal);
    return named;
  }

  has(sha256: string): boolean {
    return this.#names.has(sha256);
  }

  /** Whether an event names it, be it of a purged owner. */
  wasEver(sha256: string): boolean {
    return this.#everNamed.has(sha256);
  }

  /** Reads what was appended since. */
  async readOn(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      const batch = await this.log.readAll({
        after: this.#read,
        categories: this.#categories,
        withoutLargeOf: [...this.#namingNone],
        limit: PAGE,
      });
      await this.#take(batch.events);
      this.#read = batch.position;
      if (batch.caughtUp) return;
      await pause((performance.now() - began) * REST, signal);
    }
  }

  async #take(events: readonly RecordedEvent[]): Promise<void> {
    const naming = events
      .filter(({ stream }) => !this.#namingNone.has(categoryOf(stream)))
      .map((event) => ({ event, hashes: hashesIn(event.data) }))
      .filter(({ hashes }) => hashes.size > 0);
    const purged = await this.owners.purgedAmong(naming.map(({ event }) => event));
    for (const { event, hashes } of naming) for (const hash of hashes) this.#add(hash, !purged.has(event));
    for (const { payloadBlob } of events) if (payloadBlob !== undefined) this.#add(payloadBlob, true);
  }

  #add(hash: string, isLiving: boolean): void {
    this.#everNamed.add(hash);
    if (isLiving) this.#names.add(hash);
  }
}
