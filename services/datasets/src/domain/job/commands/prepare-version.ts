import { datasetJobCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, derivedId, refuse, serviceCommand, streamOf } from '@cairn/kernel';
import { wouldShowManyClassifications } from '../../../read-models/items/classified.js';
import { dataset } from '../../dataset/state.js';
import { byWorker } from '../by-worker.js';
import { datasetVersion, type VersionState } from '../../version/state.js';
import { manyClassified } from '../../version/undoing.js';
import { decidePrepareImport } from '../preparing.js';
import { datasetJob } from '../state.js';

export const prepareImport = serviceCommand(
  datasetJobCommands.prepareImport,
  ({ dataset_id, version_id, user_id, labels, splits }, context) =>
    byWorker(context, () =>
      context.execute(datasetVersion, version_id, {
        decide: (state) => decidePrepareImport(state, dataset_id, user_id, { labels, splits }),
      }),
    ),
);

/** The dataset may have come to allow one classification only since the copy was asked for. */
export const decideCompleteVersion = (state: VersionState, manyClassifications: boolean): Decision => {
  if (state.status === 'none') return refuse('not_found', 'There is no such version.');
  if (state.complete) return [];
  if (state.status !== 'live') return refuse('conflict', 'The copy failed and was discarded.');
  return manyClassifications ? manyClassified() : [datasetVersionStreamEvents.DatasetVersionCompleted.of({})];
};

/** When the documents have all items of the copy. */
export const completeVersion = serviceCommand(
  datasetJobCommands.completeVersion,
  ({ dataset_id, version_id }, context) =>
    byWorker(context, () =>
      context.execute(datasetVersion, version_id, {
        given: async () => {
          const owner = await context.load(dataset, dataset_id);
          if (owner.status === 'none' || owner.multi_label) return false;
          return wouldShowManyClassifications(context.tools.documents, version_id);
        },
        decide: decideCompleteVersion,
      }),
    ),
);

/** Nobody has seen it and nobody can restore it, so that it may be purged at once (law 6). What is complete stays. */
export const decideDiscardVersion = (state: VersionState, at: string): Decision =>
  state.status === 'live' && !state.complete
    ? [datasetVersionStreamEvents.DatasetVersionDeleted.of({ purge_at: at })]
    : [];

/**
 * When the job that fills a copy failed, or was never made: its items go with the version. By the log, in which the job
 * has its id from the command that made the version.
 */
export const discardVersion = serviceCommand(datasetJobCommands.discardVersion, ({ version_id }, context) =>
  byWorker(context, () =>
    context.execute(datasetVersion, version_id, {
      given: async () => {
        const [first] = await context.tools.log.read(streamOf(datasetVersion, version_id), { limit: 1 });
        const jobId = derivedId(first?.metadata.command ?? '', 'job', 0);
        return { filling: (await context.load(datasetJob, jobId)).status };
      },
      decide: (state, { filling }) =>
        filling === 'none' || filling === 'failed' ? decideDiscardVersion(state, context.at) : [],
    }),
  ),
);
