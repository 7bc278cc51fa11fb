import {
  historyOf,
  type HistoryOptions,
  type Page,
  type PageRequest,
  type Reading,
  mapPage,
} from '@cairn/kernel';
import type { HistoryEntry as HistoryResource } from '@cairn/contracts';

import type { ItemDocument } from './documents.js';
import { DATASETS, datasetsProjection } from './datasets/project.js';
import { ITEMS, itemsProjection } from './items/project.js';
import { readableDataset, readableVersion, visibleSince, wasGoneBefore } from './parents.js';
import { VERSIONS, versionsProjection } from './versions/project.js';

/** Where histories are read from. */
export type HistorySource = Pick<HistoryOptions, 'log' | 'vault'>;
type History = Page<HistoryResource> | undefined;

/** A page of the events of a dataset up to the moment that is read, of a deleted one too; `undefined` when the caller may not know of it. */
export const datasetHistory = async (
  source: HistorySource,
  reading: Reading,
  id: string,
  page: PageRequest,
): Promise<History> => {
  if ((await readableDataset(reading, id, { deletedToo: true })) === undefined) return undefined;
  const { moment } = reading;
  const stream = `dataset-${id}`;
  const since = await visibleSince(reading, id);
  return historyPage(
    { ...source, moment, since, stream, id, collection: DATASETS, projection: datasetsProjection },
    page,
  );
};

export const versionHistory = async (
  source: HistorySource,
  reading: Reading,
  datasetId: string,
  id: string,
  page: PageRequest,
): Promise<History> => {
  if ((await readableVersion(reading, datasetId, id, { deletedToo: true })) === undefined) return undefined;
  const { moment } = reading;
  const stream = `datasetVersion-${id}`;
  const since = await visibleSince(reading, datasetId);
  return historyPage(
    { ...source, moment, since, stream, id, collection: VERSIONS, projection: versionsProjection },
    page,
  );
};

export const itemHistory = async (
  source: HistorySource,
  reading: Reading,
  path: { readonly dataset_id: string; readonly version_id: string },
  id: string,
  page: PageRequest,
): Promise<History> => {
  const found = await readableVersion(reading, path.dataset_id, path.version_id);
  const item = (await reading.documents.get(ITEMS, id)) as ItemDocument | undefined;
  if (found === undefined || item?.version_id !== path.version_id) return undefined;
  const since = await visibleSince(reading, path.dataset_id);
  if (wasGoneBefore(item, since)) return undefined;
  const { moment } = reading;
  const stream = `datasetItem-${id}`;
  return historyPage(
    { ...source, moment, since, stream, id, collection: ITEMS, projection: itemsProjection },
    page,
  );
};

/** One page of a history, as the interface spells it. */
const historyPage = async (options: HistoryOptions, page: PageRequest): Promise<Page<HistoryResource>> =>
  mapPage(await historyOf(options, page), (entry) => ({
    ...entry,
    revision: Number(entry.revision),
    actor: { kind: entry.actor.kind === 'key' ? 'api_key' : entry.actor.kind, id: entry.actor.id },
    changes: [...entry.changes],
  }));
