import { notFound, type QueryContext, type Refusal } from '@cairn/kernel';
import { datasetReads } from '../datasets.js';
import type { ItemDocument, VersionDocument } from './documents.js';
import { ITEMS } from './items/project.js';
import { VERSIONS } from './versions/project.js';

/** What a write is for: a dataset, a version of it, an item of that. */
export interface WrittenPath {
  readonly dataset_id: string;
  readonly version_id?: string;
  readonly item_id?: string;
}

/** Why the caller could not write there now; `undefined` when nothing is in the way. The command decides again. */
export const writeRefusal = async (
  context: QueryContext,
  path: WrittenPath,
): Promise<Refusal | undefined> => {
  const refusal = await datasetReads.refusal(context, path.dataset_id, 'write');
  return refusal ?? ((await isThere(context, path)) ? undefined : notFound());
};

const isThere = async (
  { today }: QueryContext,
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
