import type { HistoryEntry } from '@cairn/contracts';
import type { HistorySource, Page, PageRequest, QueryContext } from '@cairn/kernel';
import { datasetItem } from '../domain/item/state.js';
import { datasetVersion } from '../domain/version/state.js';
import { datasetReads } from '../datasets.js';
import type { ItemDocument } from './documents.js';
import { ITEMS, itemsProjection } from './items/project.js';
import { type PartPath, readableVersion, type VersionPath } from './parents.js';
import { VERSIONS, versionsProjection } from './versions/project.js';

type History = Page<HistoryEntry> | undefined;

/** A page of the events of a version, a deleted one too, and one in a dataset that is deleted. */
export const versionHistory = async (
  source: HistorySource,
  context: QueryContext,
  { dataset_id, id }: VersionPath,
  page: PageRequest,
): Promise<History> => {
  if ((await readableVersion(context, dataset_id, id, { deletedToo: true })) === undefined) return undefined;
  const { category } = datasetVersion;
  const told = { category, collection: VERSIONS, projection: versionsProjection, id };
  return datasetReads.historyWithin(source, context, dataset_id, told, page);
};

/** A page of the events of an item, a deleted one too, and one whose version or dataset is deleted. */
export const itemHistory = async (
  source: HistorySource,
  context: QueryContext,
  { dataset_id, version_id, id }: PartPath,
  page: PageRequest,
): Promise<History> => {
  const found = await readableVersion(context, dataset_id, version_id, { deletedToo: true });
  const item = (await context.documents.get(ITEMS, id)) as ItemDocument | undefined;
  if (found === undefined || item?.version_id !== version_id) return undefined;
  if (!(await datasetReads.isTold(context, dataset_id, item))) return undefined;
  const { category } = datasetItem;
  const told = { category, collection: ITEMS, projection: itemsProjection, id };
  return datasetReads.historyWithin(source, context, dataset_id, told, page);
};
