import type { DatasetReference, ReferredDataset } from '@cairn/contracts';
import { type AnswerContext, notFound, type Refusal } from '@cairn/kernel';
import { datasetReads } from '../datasets.js';
import { readableVersion, readableVersionAlone } from './parents.js';

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
