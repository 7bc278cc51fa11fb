import { isRefusal, type Reading, type Refusal } from '@cairn/kernel';
import { accessRefusal, notFound } from '../domain/access.js';
import { DATASETS } from './datasets/project.js';
import type { DatasetDocument, ItemDocument, VersionDocument } from './documents.js';
import { ITEMS } from './items/project.js';
import { assetOf } from './parents.js';
import { VERSIONS } from './versions/project.js';

/** What a write is for: a dataset, a version of it, an item of that. */
export interface WrittenPath {
  readonly dataset_id: string;
  readonly version_id?: string;
  readonly item_id?: string;
}

/** Why the caller could not write there now; `undefined` when nothing is in the way. The command decides again. */
export const writeRefusal = async (reading: Reading, path: WrittenPath): Promise<Refusal | undefined> => {
  const dataset = (await reading.today.get(DATASETS, path.dataset_id)) as DatasetDocument | undefined;
  if (dataset === undefined) return notFound();
  const refusal = accessRefusal(reading.principal, assetOf(dataset), 'write', reading.at);
  if (isRefusal(refusal)) return refusal;
  return !dataset.deleted && (await isThere(reading, path)) ? undefined : notFound();
};

const isThere = async (
  { today }: Reading,
  { dataset_id, version_id, item_id }: WrittenPath,
): Promise<boolean> => {
  if (version_id === undefined) return true;
  const version = (await today.get(VERSIONS, version_id)) as VersionDocument | undefined;
  if (version?.dataset_id !== dataset_id || !isSeen(version)) return false;
  if (item_id === undefined) return true;
  const item = (await today.get(ITEMS, item_id)) as ItemDocument | undefined;
  return item?.version_id === version_id && !item.deleted;
};

const isSeen = ({ deleted, complete }: VersionDocument): boolean => complete && !deleted;
