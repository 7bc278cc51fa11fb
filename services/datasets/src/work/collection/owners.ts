import { DatasetPurged, DatasetVersionPurged } from '@cairn/contracts';
import { categoryOf, type EventLog, idOf, type Json, type RecordedEvent, START } from '@cairn/kernel';
import { dataset } from '../../domain/dataset/state.js';
import { datasetItem } from '../../domain/item/state.js';
import { datasetJob } from '../../domain/job/state.js';
import { datasetVersion } from '../../domain/version/state.js';

const PAGE = 1_000;
const PURGES: ReadonlySet<string> = new Set([DatasetPurged.storedType, DatasetVersionPurged.storedType]);

/** The ids of the datasets and versions that were purged: as the log says, for a read model may be wrong. */
const purgedIn = async (log: EventLog, signal: AbortSignal): Promise<ReadonlySet<string>> => {
  const purged = new Set<string>();
  const categories = [dataset.category, datasetVersion.category];
  for (let after = START; ;) {
    signal.throwIfAborted();
    const batch = await log.readAll({ after, categories, limit: PAGE, withoutLarge: true });
    for (const { type, stream } of batch.events) if (PURGES.has(type)) purged.add(idOf(stream));
    if (batch.caughtUp) return purged;
    after = batch.position;
  }
};

/** Whose an event of this service is, as the log says. */
export class Owners {
  private constructor(
    private readonly log: EventLog,
    private readonly purged: ReadonlySet<string>,
  ) {}

  /** Reads what was purged. Throws when it cannot, or when the signal aborts. */
  static async read(log: EventLog, signal: AbortSignal): Promise<Owners> {
    return new Owners(log, await purgedIn(log, signal));
  }

  /** The events that belong to purged datasets or versions for sure. */
  async purgedAmong(events: readonly RecordedEvent[]): Promise<ReadonlySet<RecordedEvent>> {
    const purged = new Set<RecordedEvent>();
    if (this.purged.size === 0) return purged;
    for (const event of events) if (await this.#isPurged(event)) purged.add(event);
    return purged;
  }

  async #isPurged(event: RecordedEvent): Promise<boolean> {
    const owners = ownersIn(isOf(event, datasetItem) ? await this.#firstOf(event) : event);
    return owners.some((owner) => this.purged.has(owner));
  }

  /** An item's later events do not say where it is; it never moves. */
  async #firstOf(event: RecordedEvent): Promise<RecordedEvent> {
    if (event.revision === 0n) return event;
    return (await this.log.read(event.stream, { limit: 1 }))[0] ?? event;
  }
}

/** The dataset and the version that an event of ours names as its own; another service's event may speak of one too. */
const ownersIn = ({ stream, data }: RecordedEvent): readonly string[] => {
  if (isOf({ stream }, dataset)) return [idOf(stream)];
  if (!isOf({ stream }, datasetVersion, datasetItem, datasetJob) || !isObject(data)) return [];
  const named = [data['dataset_id'], data['version_id']].filter((id) => typeof id === 'string');
  return isOf({ stream }, datasetVersion) ? [...named, idOf(stream)] : named;
};

const isOf = (
  { stream }: Pick<RecordedEvent, 'stream'>,
  ...kinds: readonly { readonly category: string }[]
): boolean => kinds.some(({ category }) => category === categoryOf(stream));

const isObject = (data: Json): data is { readonly [key: string]: Json | undefined } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
