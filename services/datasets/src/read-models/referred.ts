import type { DatasetReference, NamedInDatasets, ReferredDataset } from '@cairn/contracts';
import { type AnswerContext, notFound, type QueryContext, type Refusal } from '@cairn/kernel';
import { datasetReads } from '../datasets.js';
import type { ItemDocument, VersionDocument } from './documents.js';
import { ITEMS } from './items/project.js';
import { readableVersion, readableVersionAlone } from './parents.js';
import { VERSIONS } from './versions/project.js';

/** A dataset, or a version of one, that the caller may read, and where the log is now. */
export const referredDataset = async (
  context: AnswerContext,
  { dataset_id, version_id }: DatasetReference,
): Promise<ReferredDataset | Refusal> => {
  // Before it is looked at: what is read as of that position is never newer than what was seen.
  const then = { position: await context.tools.log.head(), at: context.at };
  if (version_id === undefined) {
    const dataset = dataset_id === undefined ? undefined : await datasetReads.readable(context, dataset_id);
    return dataset === undefined ? notFound() : { dataset_id: dataset.id, ...then };
  }
  const found = await (dataset_id === undefined
    ? readableVersionAlone(context, version_id)
    : readableVersion(context, dataset_id, version_id));
  return found === undefined ? notFound() : { dataset_id: found.dataset.id, version_id, ...then };
};

const once = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

/** Those of some ids by which nothing is there that the caller may read today. */
export const unreadableOf = async (
  context: QueryContext,
  { dataset_ids, version_ids, item_ids }: NamedInDatasets,
): Promise<{ ids: string[] }> => {
  const { today } = context;
  const items = ((await today.getMany(ITEMS, once(item_ids))) as readonly ItemDocument[]).filter(
    ({ deleted }) => !deleted,
  );
  const ofItems = items.map(({ version_id }) => version_id);
  const versions = (
    (await today.getMany(VERSIONS, once([...version_ids, ...ofItems]))) as readonly VersionDocument[]
  ).filter(({ deleted, complete }) => !deleted && complete);
  const ofVersions = versions.map(({ dataset_id }) => dataset_id);
  const datasets = await datasetReads.readableOf(context, once([...dataset_ids, ...ofVersions]));
  const there = new Set(datasets.filter(({ deleted }) => !deleted).map(({ id }) => id));
  for (const { id, dataset_id } of versions) if (there.has(dataset_id)) there.add(id);
  for (const { id, version_id } of items) if (there.has(version_id)) there.add(id);
  return { ids: once([...dataset_ids, ...version_ids, ...item_ids]).filter((id) => !there.has(id)) };
};
