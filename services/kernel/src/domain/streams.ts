import { LRUCache } from 'lru-cache';
import { derivedId } from '../clock/ids.js';
import { FreshAnswer } from '../clock/fresh-answer.js';
import type { Logger } from '../logging/port.js';
import type { StreamName } from '../base/position.js';
import { type EventLog, RecordDamaged, type RecordedEvent } from '../eventlog/port.js';
import { isEnd, PART_BYTES, partsOf } from '../eventlog/parts.js';
import type { Registers } from '../registers/port.js';
import type { Aggregate, AggregateKind } from './aggregate.js';
import { type Folded, foldedFrom, foldInto, memoryOf, snapshotOf, unfolded } from './folded.js';
import { type EventRegistry, eventRegistry } from './registry.js';

/** The name of an aggregate's stream, by the id that it is asked for by. */
export const streamOf = (
  { category, keyWord }: Pick<Aggregate<unknown>, 'category' | 'keyWord'>,
  id: string,
): StreamName => `${category}-${keyWord === undefined ? id : derivedId(id, keyWord)}`;
/** The part of a stream's name before the first `-`. */
export const categoryOf = (stream: StreamName): string => stream.slice(0, stream.indexOf('-'));
/** The bare id in a stream's name. */
export const idOf = (stream: StreamName): string => stream.slice(stream.indexOf('-') + 1);

const SNAPSHOT_EVERY = 500n;
/** A stream with fewer events has no snapshot: it is not looked for. */
const SHORT = 32;
const SNAPSHOT_TTL_MS = 90 * 24 * 60 * 60 * 1000;

export interface StreamsOptions {
  readonly log: EventLog;
  /** Holds the snapshots: they may be thrown away at any time. */
  readonly registers: Registers;
  readonly logger: Logger;
  /** How much memory the folded streams that are kept may take, bytes. */
  readonly cachedBytes: number;
}

interface Kept {
  readonly folded: Folded<unknown>;
  /** Revision of the last snapshot that was made. */
  snapshotAt: bigint;
}

/** A fold that is at its stream's tip. */
class Whole<State> {
  constructor(readonly folded: Folded<State>) {}
}

/**
 * Folded streams: from the cache, else from a snapshot, else from the first event, and always read on to the tip before
 * they are given (law 4).
 */
export class Streams {
  readonly #cache: LRUCache<StreamName, Kept>;
  readonly #readings = new Map<StreamName, FreshAnswer<unknown>>();
  readonly #registries = new Map<string, EventRegistry>();

  constructor(private readonly options: StreamsOptions) {
    this.#cache = new LRUCache({ maxSize: options.cachedBytes });
  }

  registryOf(aggregate: AggregateKind): EventRegistry {
    const known = this.#registries.get(aggregate.category);
    if (known !== undefined) return known;
    const registry = eventRegistry([aggregate]);
    this.#registries.set(aggregate.category, registry);
    return registry;
  }

  /**
   * The stream as it is now. The fold is shared: only `advance` changes it. Those who ask at the same time, the many of a
   * bulk for their version say, wait for one reading that began after all of them had asked.
   */
  async current<State>(aggregate: Aggregate<State>, id: string): Promise<Folded<State>> {
    const stream = streamOf(aggregate, id);
    let reading = this.#readings.get(stream) as FreshAnswer<Folded<State>> | undefined;
    if (reading === undefined) {
      reading = new FreshAnswer(() => this.#read(aggregate, stream));
      this.#readings.set(stream, reading);
    }
    try {
      return await reading.get();
    } finally {
      if (reading.isIdle && this.#readings.get(stream) === reading) this.#readings.delete(stream);
    }
  }

  async #read<State>(aggregate: Aggregate<State>, stream: StreamName): Promise<Folded<State>> {
    const start = this.#cached<State>(stream) ?? (await this.#begun(aggregate, stream));
    if (start instanceof Whole) return start.folded;
    try {
      return await this.#readOn(aggregate, stream, start);
    } catch (error) {
      if (!(error instanceof RecordDamaged) || start.tip === undefined) throw error;
      this.options.logger.warn({ stream, err: error }, 'a fold does not fit its stream and is made anew');
      this.forget(stream);
      return this.#readOn(aggregate, stream, unfolded(aggregate));
    }
  }

  /** The stream as it was through a revision, from its events alone. */
  async at<State>(aggregate: Aggregate<State>, id: string, through: bigint): Promise<Folded<State>> {
    const folded = unfolded(aggregate);
    const registry = this.registryOf(aggregate);
    for await (const part of partsOf(this.options.log, streamOf(aggregate, id), { through }))
      foldInto(folded, aggregate, registry, part);
    return folded;
  }

  /** The stream as it was at a time (RFC 3339), from its events alone: no event of a stream is earlier than the one before. */
  async asOf<State>(aggregate: Aggregate<State>, id: string, at: string): Promise<Folded<State>> {
    const folded = unfolded(aggregate);
    const registry = this.registryOf(aggregate);
    for await (const part of partsOf(this.options.log, streamOf(aggregate, id))) {
      const then = part.filter(({ metadata }) => metadata.at <= at);
      foldInto(folded, aggregate, registry, then);
      if (then.length < part.length) break;
    }
    return folded;
  }

  /** The states after each event that follows a revision, with the revision of the event, one by one. */
  async *since<State>(
    aggregate: Aggregate<State>,
    id: string,
    revision: bigint,
  ): AsyncGenerator<{ readonly revision: bigint; readonly state: State }, void, void> {
    const folded = await this.at(aggregate, id, revision);
    if (folded.tip === undefined) return;
    const registry = this.registryOf(aggregate);
    for await (const part of partsOf(this.options.log, streamOf(aggregate, id), { after: folded.tip }))
      for (const event of part) {
        foldInto(folded, aggregate, registry, [event]);
        yield { revision: event.revision, state: folded.state };
      }
  }

  /** Folds events that were just appended and keeps the result. */
  async advance<State>(
    aggregate: Aggregate<State>,
    stream: StreamName,
    folded: Folded<State>,
    events: readonly RecordedEvent[],
  ): Promise<void> {
    foldInto(folded, aggregate, this.registryOf(aggregate), events);
    this.#keep(stream, folded);
    await this.#snapshotWhenDue(aggregate, stream, folded);
  }

  forget(stream: StreamName): void {
    this.#cache.delete(stream);
  }

  /** The fold of a short stream; of a long one that of its snapshot, or of its first events. */
  async #begun<State>(
    aggregate: Aggregate<State>,
    stream: StreamName,
  ): Promise<Folded<State> | Whole<State>> {
    const folded = unfolded(aggregate);
    const events = await this.options.log.read(stream, { limit: SHORT, maxBytes: PART_BYTES });
    if (!isEnd(events, SHORT)) {
      const snapshot = await this.#snapshot(aggregate, stream);
      if (snapshot !== undefined) {
        // Before it is read on: the next snapshot is due so many events after this one, whoever appended them.
        this.#keep(stream, snapshot);
        return snapshot;
      }
    }
    foldInto(folded, aggregate, this.registryOf(aggregate), events);
    if (folded.tip !== undefined) this.#keep(stream, folded);
    return isEnd(events, SHORT) ? new Whole(folded) : folded;
  }

  async #readOn<State>(
    aggregate: Aggregate<State>,
    stream: StreamName,
    start: Folded<State>,
  ): Promise<Folded<State>> {
    const options = start.tip === undefined ? {} : { after: start.tip };
    for await (const part of partsOf(this.options.log, stream, options))
      foldInto(start, aggregate, this.registryOf(aggregate), part);
    if (start.tip !== undefined) this.#keep(stream, start);
    return start;
  }

  #cached<State>(stream: StreamName): Folded<State> | undefined {
    const entry = this.#cache.get(stream);
    return entry?.folded as Folded<State> | undefined;
  }

  #keep(stream: StreamName, folded: Folded<unknown>): void {
    const known = this.#cache.get(stream);
    const snapshotAt = (known?.folded === folded ? known.snapshotAt : folded.tip?.revision) ?? 0n;
    // An entry of its own each time: the cache does not weigh again what it has already.
    this.#cache.set(stream, { folded, snapshotAt }, { size: memoryOf(folded) });
  }

  async #snapshot<State>(
    aggregate: Aggregate<State>,
    stream: StreamName,
  ): Promise<Folded<State> | undefined> {
    try {
      const register = await this.options.registers.get(snapshotKey(stream));
      return register && foldedFrom<State>(register.value, aggregate.stateVersion);
    } catch (error) {
      // The events are there: without a snapshot the fold takes longer.
      this.options.logger.warn({ stream, err: error }, 'a snapshot cannot be read');
      return undefined;
    }
  }

  async #snapshotWhenDue<State>(
    aggregate: Aggregate<State>,
    stream: StreamName,
    folded: Folded<State>,
  ): Promise<void> {
    const entry = this.#cache.get(stream);
    if (
      entry === undefined ||
      folded.tip === undefined ||
      folded.tip.revision - entry.snapshotAt < SNAPSHOT_EVERY
    )
      return;
    entry.snapshotAt = folded.tip.revision;
    const snapshot = snapshotOf(folded, aggregate.stateVersion);
    if (snapshot === undefined) return;
    try {
      await this.options.registers.put(snapshotKey(stream), snapshot, SNAPSHOT_TTL_MS);
    } catch (error) {
      // The events are durable and the command is done: without a snapshot the next fold takes longer.
      this.options.logger.warn({ stream, err: error }, 'a snapshot cannot be kept');
    }
  }
}

const snapshotKey = (stream: StreamName): string => `snapshot:${stream}`;
