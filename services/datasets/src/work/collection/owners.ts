import {
  datasetAssetEvents,
  DatasetVersionPurged,
  type EventDefinition,
  inferenceStreamEvents,
  modelAssetEvents,
  modelVersionStreamEvents,
} from '@cairn/contracts';
import { categoryOf, type EventLog, idOf, type Json, type RecordedEvent, START } from '@cairn/kernel';

const PAGE = 1_000;

/** Assets of one kind whose files go when they, or a version of them, are purged. */
interface OwningKind {
  readonly purges: readonly EventDefinition[];
  /** The categories of the streams that can be purged: of the asset, of its versions. */
  readonly owners: readonly [asset: string, version: string];
  /** Of what is in a version. */
  readonly within: readonly string[];
  /** Where events name their asset and version. */
  readonly fields: readonly [asset: string, version: string];
  /** Streams of which only the first event names them: what is in them never moves. */
  readonly told: readonly string[];
}

/**
 * The kinds of all services: one collection goes over the blobs of all. Files of a stream that is in none of these are
 * never removed, so that a service that is new here loses nothing.
 */
const KINDS: readonly OwningKind[] = [
  {
    purges: [datasetAssetEvents.purged, DatasetVersionPurged],
    owners: ['dataset', 'datasetVersion'],
    within: ['datasetItem', 'datasetJob'],
    fields: ['dataset_id', 'version_id'],
    told: ['datasetItem'],
  },
  {
    purges: [modelAssetEvents.purged, modelVersionStreamEvents.ModelVersionPurged],
    owners: ['model', 'modelVersion'],
    within: [],
    fields: ['model_id', 'version_id'],
    told: ['modelVersion'],
  },
  // What an inference was made of goes with it; the file of the model that it ran stays its version's.
  {
    purges: [inferenceStreamEvents.InferenceDeleted],
    owners: ['inference', 'inference'],
    within: [],
    fields: ['id', 'id'],
    told: [],
  },
];

const PURGES: ReadonlySet<string> = new Set(
  KINDS.flatMap(({ purges }) => purges.map(({ storedType }) => storedType)),
);
const KIND_OF: ReadonlyMap<string, OwningKind> = new Map(
  KINDS.flatMap((kind) => [...kind.owners, ...kind.within].map((category) => [category, kind] as const)),
);

/** The categories of streams whose files go when their owner is purged. */
export const purgeableCategories: ReadonlySet<string> = new Set(KIND_OF.keys());

/** The ids of the assets and versions that were purged: as the log says, for a read model may be wrong. */
const purgedIn = async (log: EventLog, signal: AbortSignal): Promise<ReadonlySet<string>> => {
  const purged = new Set<string>();
  const categories = KINDS.flatMap(({ owners }) => owners);
  for (let after = START; ;) {
    signal.throwIfAborted();
    const batch = await log.readAll({ after, categories, limit: PAGE, withoutLarge: true });
    for (const { type, stream } of batch.events) if (PURGES.has(type)) purged.add(idOf(stream));
    if (batch.caughtUp) return purged;
    after = batch.position;
  }
};

/** Whose an event is, as the log says. */
export class Owners {
  private constructor(
    private readonly log: EventLog,
    private readonly purged: ReadonlySet<string>,
  ) {}

  /** Reads what was purged. Throws when it cannot, or when the signal aborts. */
  static async read(log: EventLog, signal: AbortSignal): Promise<Owners> {
    return new Owners(log, await purgedIn(log, signal));
  }

  /** The events that belong to purged assets or versions for sure. */
  async purgedAmong(events: readonly RecordedEvent[]): Promise<ReadonlySet<RecordedEvent>> {
    const purged = new Set<RecordedEvent>();
    if (this.purged.size === 0) return purged;
    for (const event of events) if (await this.#isPurged(event)) purged.add(event);
    return purged;
  }

  async #isPurged(event: RecordedEvent): Promise<boolean> {
    const category = categoryOf(event.stream);
    const kind = KIND_OF.get(category);
    if (kind === undefined) return false;
    const told = kind.told.includes(category) ? await this.#firstOf(event) : event;
    return ownersIn(kind, told).some((owner) => this.purged.has(owner));
  }

  async #firstOf(event: RecordedEvent): Promise<RecordedEvent> {
    if (event.revision === 0n) return event;
    return (await this.log.read(event.stream, { limit: 1 }))[0] ?? event;
  }
}

/** The asset and the version that an event names as its own; an event of another kind may speak of one too. */
const ownersIn = ({ owners, fields }: OwningKind, { stream, data }: RecordedEvent): readonly string[] => {
  const [asset, version] = owners;
  if (categoryOf(stream) === asset) return [idOf(stream)];
  const own = categoryOf(stream) === version ? [idOf(stream)] : [];
  if (!isObject(data)) return own;
  return [...own, ...fields.map((field) => data[field]).filter((id) => typeof id === 'string')];
};

const isObject = (data: Json): data is { readonly [key: string]: Json | undefined } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
