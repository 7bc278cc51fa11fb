import { categoryOf, eventRegistry, idOf, type Json, type Reading, type RecordedEvent } from '@cairn/kernel';
import { dataset } from '../domain/dataset/state.js';
import { datasetItem } from '../domain/item/state.js';
import { datasetJob } from '../domain/job/state.js';
import { datasetVersion } from '../domain/version/state.js';
import type { ItemDocument, VersionDocument } from './documents.js';
import { ITEMS } from './items/project.js';
import { jobDocument } from './jobs/queries.js';
import { readableDataset } from './parents.js';
import { VERSIONS } from './versions/project.js';

const registry = eventRegistry([dataset, datasetVersion, datasetItem, datasetJob]);

/**
 * The data of an event as its topic tells them: today's shape, personal fields encrypted. `undefined` when the caller may
 * not read the dataset that it belongs to; a deleted one is read as its history is.
 */
export const eventData = async (reading: Reading, recorded: RecordedEvent): Promise<Json | undefined> => {
  const dataset_id = await DATASET_OF[categoryOf(recorded.stream)]?.(reading, idOf(recorded.stream));
  if (dataset_id === undefined) return undefined;
  const readable = await readableDataset(reading, dataset_id, { deletedToo: true });
  return readable && (registry.understand(recorded)?.data as Json | undefined);
};

type DatasetOf = (reading: Reading, id: string) => Promise<string | undefined>;

const ofVersion: DatasetOf = async ({ today }, id) =>
  ((await today.get(VERSIONS, id)) as VersionDocument | undefined)?.dataset_id;

/** Which dataset a stream belongs to, by the stream's category. */
const DATASET_OF: Readonly<Record<string, DatasetOf>> = {
  [dataset.category]: async (_, id) => id,
  [datasetVersion.category]: ofVersion,
  [datasetItem.category]: async (reading, id) => {
    const item = (await reading.today.get(ITEMS, id)) as ItemDocument | undefined;
    return item && ofVersion(reading, item.version_id);
  },
  [datasetJob.category]: async (reading, id) => (await jobDocument(reading, id))?.dataset_id,
};
