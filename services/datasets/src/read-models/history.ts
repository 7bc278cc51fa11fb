import {
  type HistoryEntry,
  historyOf,
  type HistoryOptions,
  type Page,
  type PageRequest,
  type Reading,
  mapPage,
  pageAmong,
} from '@cairn/kernel';
import type { HistoryEntry as HistoryResource } from '@cairn/contracts';

import type { ItemDocument } from './documents.js';
import { DATASETS, datasetsProjection } from './datasets/project.js';
import { ITEMS, itemsProjection } from './items/project.js';
import { readableDataset, readableVersion } from './parents.js';
import { VERSIONS, versionsProjection } from './versions/project.js';

/** Where histories are read from. */
export type HistorySource = Pick<HistoryOptions, 'log' | 'vault'>;
type History = readonly HistoryEntry[] | undefined;

/** The events of a dataset, oldest first, up to the moment that is read, of a deleted one too; `undefined` when the caller may not know of it. */
export const datasetHistory = async (
  source: HistorySource,
  reading: Reading,
  id: string,
): Promise<History> => {
  if ((await readableDataset(reading, id, { deletedToo: true })) === undefined) return undefined;
  const { moment } = reading;
  const stream = `dataset-${id}`;
  return historyOf({ ...source, moment, stream, id, collection: DATASETS, projection: datasetsProjection });
};

export const versionHistory = async (
  source: HistorySource,
  reading: Reading,
  datasetId: string,
  id: string,
): Promise<History> => {
  if ((await readableVersion(reading, datasetId, id, { deletedToo: true })) === undefined) return undefined;
  const { moment } = reading;
  const stream = `datasetVersion-${id}`;
  return historyOf({ ...source, moment, stream, id, collection: VERSIONS, projection: versionsProjection });
};

export const itemHistory = async (
  source: HistorySource,
  reading: Reading,
  path: { readonly dataset_id: string; readonly version_id: string },
  id: string,
): Promise<History> => {
  const found = await readableVersion(reading, path.dataset_id, path.version_id);
  const item = (await reading.documents.get(ITEMS, id)) as ItemDocument | undefined;
  if (found === undefined || item?.version_id !== path.version_id) return undefined;
  const { moment } = reading;
  const stream = `datasetItem-${id}`;
  return historyOf({ ...source, moment, stream, id, collection: ITEMS, projection: itemsProjection });
};

/** One page of a history, as the interface spells it. */
export const historyPage = (entries: readonly HistoryEntry[], page: PageRequest): Page<HistoryResource> => {
  const numbered = entries.map((entry) => ({ id: entry.revision, revision: Number(entry.revision), entry }));
  return mapPage(pageAmong(numbered, page), ({ entry, revision }) => ({
    ...entry,
    revision,
    actor: { kind: entry.actor.kind === 'key' ? 'api_key' : entry.actor.kind, id: entry.actor.id },
    changes: [...entry.changes],
  }));
};
