import {
  type AnyRecord,
  areas,
  dataset,
  DatasetVersionPurged,
  type EventDefinition,
  inferenceStreamEvents,
  model,
  modelVersionStreamEvents,
} from '@cairn/contracts';
import { categoryOf, type EventLog, idOf, type Json, type RecordedEvent, START } from '@cairn/kernel';

const PAGE = 1_000;

/** Streams whose files go when they, or what they are in, are purged. */
export interface OwningStreams {
  readonly category: string;
  /** The event after which their own files go. */
  readonly purged?: EventDefinition;
  /** Where their events name what they are in. */
  readonly inside?: readonly string[];
  /** Only the first event names that: what is in there never moves. */
  readonly told?: true;
}

const inDataset = ['dataset_id', 'version_id'];
const inModel = ['model_id', 'version_id'];

/** A record's files go with it, and with what it is in. */
export const owningRecords = ({ category, events: { purged }, description }: AnyRecord): OwningStreams => ({
  category,
  purged,
  ...(description.inside === undefined ? {} : { inside: [description.inside], told: true }),
});

/**
 * Those of all services: one collection goes over the blobs of all. Files of a stream that is in none of these are never
 * removed, so that a service that is new here loses nothing.
 */
const ALL: readonly OwningStreams[] = [
  { category: 'dataset', purged: dataset.events.purged },
  { category: 'datasetVersion', purged: DatasetVersionPurged, inside: inDataset },
  { category: 'datasetItem', inside: inDataset, told: true },
  { category: 'datasetJob', inside: inDataset },
  { category: 'model', purged: model.events.purged },
  {
    category: 'modelVersion',
    purged: modelVersionStreamEvents.ModelVersionPurged,
    inside: inModel,
    told: true,
  },
  // What an inference was made of goes with it; the file of the model that it ran stays its version's.
  { category: 'inference', purged: inferenceStreamEvents.InferenceDeleted },
  ...Object.values(areas).flatMap(({ records }) => records.map(owningRecords)),
];

/** The categories of streams whose files go when their owner is purged. */
export const purgeableCategories: ReadonlySet<string> = new Set(ALL.map(({ category }) => category));

/** The ids of what was purged: as the log says, for a read model may be wrong. */
const purgedIn = async (
  log: EventLog,
  streams: readonly OwningStreams[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  const ending = streams.flatMap(({ category, purged }) =>
    purged === undefined ? [] : [{ category, purged }],
  );
  const types = new Set<string>(ending.map(({ purged }) => purged.storedType));
  const categories = ending.map(({ category }) => category);
  for (let after = START; ;) {
    signal.throwIfAborted();
    const batch = await log.readAll({ after, categories, limit: PAGE, withoutLarge: true });
    for (const { type, stream } of batch.events) if (types.has(type)) ids.add(idOf(stream));
    if (batch.caughtUp) return ids;
    after = batch.position;
  }
};

/** Whose an event is, as the log says. */
export class Owners {
  readonly #streams: ReadonlyMap<string, OwningStreams>;

  private constructor(
    private readonly log: EventLog,
    streams: readonly OwningStreams[],
    private readonly purged: ReadonlySet<string>,
  ) {
    this.#streams = new Map(streams.map((each) => [each.category, each]));
  }

  /** Reads what was purged. Throws when it cannot, or when the signal aborts. */
  static async read(
    log: EventLog,
    signal: AbortSignal,
    streams: readonly OwningStreams[] = ALL,
  ): Promise<Owners> {
    return new Owners(log, streams, await purgedIn(log, streams, signal));
  }

  /** Their categories. */
  get categories(): readonly string[] {
    return [...this.#streams.keys()];
  }

  /** The events that belong to what was purged for sure. */
  async purgedAmong(events: readonly RecordedEvent[]): Promise<ReadonlySet<RecordedEvent>> {
    const purged = new Set<RecordedEvent>();
    if (this.purged.size === 0) return purged;
    for (const event of events) if (await this.#isPurged(event)) purged.add(event);
    return purged;
  }

  async #isPurged(event: RecordedEvent): Promise<boolean> {
    const owning = this.#streams.get(categoryOf(event.stream));
    if (owning === undefined) return false;
    const telling = owning.told === true ? await this.#firstOf(event) : event;
    return ownersIn(owning, telling).some((owner) => this.purged.has(owner));
  }

  async #firstOf(event: RecordedEvent): Promise<RecordedEvent> {
    if (event.revision === 0n) return event;
    return (await this.log.read(event.stream, { limit: 1 }))[0] ?? event;
  }
}

/** What an event's stream is, where that can be purged, and what it is in; an event of another kind may speak of one too. */
const ownersIn = (
  { purged, inside = [] }: OwningStreams,
  { stream, data }: RecordedEvent,
): readonly string[] => {
  const own = purged === undefined ? [] : [idOf(stream)];
  if (!isObject(data)) return own;
  return [...own, ...inside.map((field) => data[field]).filter((id) => typeof id === 'string')];
};

const isObject = (data: Json): data is { readonly [key: string]: Json | undefined } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
