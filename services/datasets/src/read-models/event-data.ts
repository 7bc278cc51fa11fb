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
 * Whether the caller may read what happened to a stream: to the dataset that it belongs to, a deleted one too. A reading
 * with a moment asks about what happened then.
 */
export const mayReadStream = async (reading: Reading, stream: string): Promise<boolean> => {
  const dataset_id = await DATASET_OF.get(categoryOf(stream))?.(reading, idOf(stream));
  if (dataset_id === undefined) return false;
  return (await readableDataset(reading, dataset_id, { deletedToo: true })) !== undefined;
};

/** The data of an event as its topic tells them: today's shape, personal fields encrypted. */
export const publishedData = (recorded: RecordedEvent): Json | undefined =>
  registry.understand(recorded)?.data as Json | undefined;

type DatasetOf = (reading: Reading, id: string) => Promise<string | undefined>;

const ofVersion: DatasetOf = async ({ today }, id) =>
  ((await today.get(VERSIONS, id)) as VersionDocument | undefined)?.dataset_id;

const ofItem: DatasetOf = async (reading, id) => {
  const item = (await reading.today.get(ITEMS, id)) as ItemDocument | undefined;
  return item && ofVersion(reading, item.version_id);
};

/** Which dataset a stream belongs to, by its category: whoever asks chooses that, so what an object inherits is no answer. */
const DATASET_OF: ReadonlyMap<string, DatasetOf> = new Map([
  [dataset.category, async (_, id) => id],
  [datasetVersion.category, ofVersion],
  [datasetItem.category, ofItem],
  [datasetJob.category, async (reading, id) => (await jobDocument(reading, id))?.dataset_id],
]);
