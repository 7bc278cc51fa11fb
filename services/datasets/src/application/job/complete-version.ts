import { datasetJobCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { byWorker, type Decision, refuse, serviceCommand } from '@cairn/kernel';
import { wouldShowManyClassifications } from '../../read-models/items/classified.js';
import { dataset } from '../../domain/dataset/state.js';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';
import { manyClassified } from '../../domain/version/undoing.js';

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
