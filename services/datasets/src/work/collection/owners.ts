import { DatasetPurged } from '@cairn/contracts';
import {
  categoryOf,
  type EventLog,
  idOf,
  type Json,
  type RecordedEvent,
  type ServiceTools,
  START,
  streamOf,
} from '@cairn/kernel';
import { dataset } from '../../domain/dataset/state.js';
import { datasetItem } from '../../domain/item/state.js';
import { datasetJob } from '../../domain/job/state.js';
import { datasetVersion } from '../../domain/version/state.js';
import { ITEMS } from '../../read-models/items/project.js';

const PAGE = 1_000;

/** The ids of the datasets that were purged: as the log says, for a read model may be wrong. */
export const purgedDatasets = async (log: EventLog, signal: AbortSignal): Promise<ReadonlySet<string>> => {
  const purged = new Set<string>();
  for (let after = START; ;) {
    signal.throwIfAborted();
    const batch = await log.readAll({ after, categories: [dataset.category], limit: PAGE });
    for (const { type, stream } of batch.events)
      if (type === DatasetPurged.storedType) purged.add(idOf(stream));
    if (batch.caughtUp) return purged;
    after = batch.position;
  }
};

/** Whose an event of this service is. */
export class Owners {
  constructor(
    private readonly documents: Pick<ServiceTools['documents'], 'getMany'>,
    private readonly purged: ReadonlySet<string>,
  ) {}

  /** The events that belong to purged datasets for sure. */
  async purgedAmong(events: readonly RecordedEvent[]): Promise<ReadonlySet<RecordedEvent>> {
    if (this.purged.size === 0) return new Set();
    const items = await this.#datasetsOfItems(events);
    return new Set(
      events.filter((event) => {
        const owner = ownerIn(event) ?? items.get(event.stream);
        return owner !== undefined && this.purged.has(owner);
      }),
    );
  }

  /** An item's later events do not say in which dataset it is; it never moves to another. */
  async #datasetsOfItems(events: readonly RecordedEvent[]): Promise<ReadonlyMap<string, string>> {
    const silent = events.filter((event) => isOf(event, datasetItem) && ownerIn(event) === undefined);
    const ids = [...new Set(silent.map(({ stream }) => idOf(stream)))];
    const owners = new Map<string, string>();
    for (const { id, dataset_id: owner } of await this.documents.getMany(ITEMS, ids))
      if (typeof owner === 'string') owners.set(streamOf(datasetItem, id), owner);
    return owners;
  }
}

/** The dataset that an event of ours names as its own; another service's event may speak of a dataset too. */
const ownerIn = (event: RecordedEvent): string | undefined => {
  if (isOf(event, dataset)) return idOf(event.stream);
  if (!isOf(event, datasetVersion, datasetItem, datasetJob)) return undefined;
  const owner = isObject(event.data) ? event.data['dataset_id'] : undefined;
  return typeof owner === 'string' ? owner : undefined;
};

const isOf = ({ stream }: RecordedEvent, ...kinds: readonly { readonly category: string }[]): boolean =>
  kinds.some(({ category }) => category === categoryOf(stream));

const isObject = (data: Json): data is { readonly [key: string]: Json | undefined } =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
