import { SharedPace } from '../clock/pace.js';
import { inSlices, type Steps } from '../clock/steps.js';
import type { Document } from '../documents/port.js';
import { eventRegistry, type EventRegistry } from '../domain/registry.js';
import { partsOf } from '../eventlog/parts.js';
import type { StreamName } from '../base/position.js';
import { type EventLog, RecordDamaged, type RecordedEvent } from '../eventlog/port.js';
import { type ProjectedEvent, type Projection, projected, projectInSteps } from '../projection/projection.js';
import type { Vault } from '../vault/port.js';
import { copyOf, type KeptFold } from '../context/kept-folds.js';
import type { PastReads } from '../context/past.js';

/** All that is read of the past shares it. */
export const pastPace = new SharedPace();

/** A document whose past is read, by the stream that makes it. */
export interface FoldedStream {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly stream: StreamName;
  readonly projection: Projection;
  readonly collection: string;
  readonly id: string;
  readonly past: PastReads;
}

/** Where an event stands. */
export interface EventPlace {
  readonly revision: bigint;
  /** RFC 3339. */
  readonly at: string;
}

/** One event and the document on both sides of it. */
export interface FoldedEvent {
  readonly event: RecordedEvent;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

export interface FoldOptions {
  /** Events that are folded; those that are wanted stand before those that are not. */
  readonly isWanted: (place: EventPlace) => boolean;
  /** Up to where a fold that was kept may be used: the events behind it alone are told. As `isWanted` when absent. */
  readonly mayBeginAt?: (place: EventPlace) => boolean;
  /** Is told of each event that is folded; false ends it behind that event. */
  readonly visit?: (folded: FoldedEvent) => boolean | Steps<boolean>;
}

export interface FoldEnd {
  readonly document: Document | undefined;
  /** The last event that was folded; `-1n` for none. */
  readonly revision: bigint;
  /** Whether nothing that is wanted stands behind it. */
  readonly isAll: boolean;
}

/**
 * Folds a stream, from the latest fold that was kept; what it reads is counted. Folds are kept on the way, and others have
 * their turns.
 */
export const fold = async (source: FoldedStream, options: FoldOptions): Promise<FoldEnd> => {
  const { past, projection, stream } = source;
  const { isWanted, mayBeginAt = isWanted } = options;
  const start = past.kept.latest(projection, stream, ({ tip, at }) =>
    mayBeginAt({ revision: tip.revision, at }),
  );
  return new Folding(source, options, start).run();
};

/**
 * Does it once more without the folds that were kept when the stream is not the one that they were made of: the log was
 * put back to an earlier state, say.
 */
export const withFolds = async <Result>(
  { past, projection, stream }: FoldedStream,
  read: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RecordDamaged) || !past.kept.forget(projection, stream)) throw error;
    return read();
  }
};

/** One fold on its way. */
class Folding {
  readonly #documents;
  #revision: bigint;
  #isStopped = false;

  constructor(
    private readonly source: FoldedStream,
    private readonly options: FoldOptions,
    private readonly start: KeptFold | undefined,
  ) {
    this.#documents = copyOf(start?.documents);
    this.#revision = start?.tip.revision ?? -1n;
  }

  async run(): Promise<FoldEnd> {
    const { log, stream, past } = this.source;
    if (this.start !== undefined) past.budget.spend(0, this.start.bytes);
    let isAll = true;
    for await (const part of partsOf(log, stream, this.start && { after: this.start.tip })) {
      past.budget.spendOn(part);
      const wanted = part.filter(({ revision, metadata }) =>
        this.options.isWanted({ revision, at: metadata.at }),
      );
      const opened = await openAll(this.source.projection, wanted, this.source.vault);
      await inSlices(this.#foldPart(wanted, opened), pastPace);
      isAll = !this.#isStopped;
      if (this.#isStopped || wanted.length < part.length) break;
    }
    return { document: this.#document(), revision: this.#revision, isAll };
  }

  *#foldPart(part: readonly RecordedEvent[], opened: Opened): Steps<void> {
    const { projection, stream, past } = this.source;
    for (const event of part) {
      const before = this.#document();
      const seen = opened.get(event.revision);
      if (seen !== undefined) yield* projectInSteps(projection, seen, this.#documents);
      this.#revision = event.revision;
      past.kept.offer(projection, stream, { tip: event, at: event.metadata.at, documents: this.#documents });
      const visited = this.options.visit?.({ event, before, after: this.#document() }) ?? true;
      this.#isStopped = !(typeof visited === 'boolean' ? visited : yield* visited);
      if (this.#isStopped) return;
      yield;
    }
  }

  #document(): Document | undefined {
    return this.#documents.get(this.source.collection)?.get(this.source.id);
  }
}

const registries = new WeakMap<Projection, EventRegistry>();

const registryOf = (model: Projection): EventRegistry => {
  const known = registries.get(model) ?? eventRegistry([model]);
  registries.set(model, known);
  return known;
};

/** By revision. */
type Opened = ReadonlyMap<bigint, ProjectedEvent>;

/** Opens the events that a projection handles. */
const openAll = async (
  model: Projection,
  events: readonly RecordedEvent[],
  vault: Vault,
): Promise<Opened> => {
  const registry = registryOf(model);
  const seen = await Promise.all(events.map(async (event) => projected(registry, event, vault)));
  return new Map(seen.flatMap((event) => (event === undefined ? [] : [[event.revision, event] as const])));
};
