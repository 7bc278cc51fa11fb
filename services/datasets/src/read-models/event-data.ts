import { categoryOf, idOf, type QueryContext } from '@cairn/kernel';
import { datasetItem } from '../domain/item/state.js';
import { datasetJob } from '../domain/job/state.js';
import { datasetVersion } from '../domain/version/state.js';
import type { ItemDocument, VersionDocument } from './documents.js';
import { ITEMS } from './items/project.js';
import { datasetJobReads } from './jobs/queries.js';
import { datasetReads } from '../datasets.js';
import { VERSIONS } from './versions/project.js';

/**
 * Whether the caller may read what happened to a stream: to the dataset that it belongs to, a deleted one too. A reading
 * with a moment asks about what happened then.
 */
export const mayReadStream = async (context: QueryContext, stream: string): Promise<boolean> => {
  const dataset_id = await DATASET_OF.get(categoryOf(stream))?.(context, idOf(stream));
  if (dataset_id === undefined) return false;
  return (await datasetReads.readable(context, dataset_id, { deletedToo: true })) !== undefined;
};

type DatasetOf = (context: QueryContext, id: string) => Promise<string | undefined>;

const ofVersion: DatasetOf = async ({ today }, id) =>
  ((await today.get(VERSIONS, id)) as VersionDocument | undefined)?.dataset_id;

const ofItem: DatasetOf = async (context, id) => {
  const item = (await context.today.get(ITEMS, id)) as ItemDocument | undefined;
  return item && ofVersion(context, item.version_id);
};

/** Which dataset a stream belongs to, by its category: whoever asks chooses that, so what an object inherits is no answer. */
const DATASET_OF: ReadonlyMap<string, DatasetOf> = new Map([
  [datasetVersion.category, ofVersion],
  [datasetItem.category, ofItem],
  [datasetJob.category, async (context, id) => (await datasetJobReads.document(context, id))?.dataset_id],
]);
