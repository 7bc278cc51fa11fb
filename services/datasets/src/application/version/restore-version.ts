import { datasetCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, refuse, serviceCommand } from '@cairn/kernel';
import { wouldShowManyClassifications } from '../../read-models/items/classified.js';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { manyClassified, versionPurged } from '../../domain/version/undoing.js';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';

export const decideRestoreVersion = (
  state: VersionState,
  datasetId: string,
  manyClassifications: boolean,
): Decision => {
  const current = visibleVersion(state, datasetId, true);
  if (isRefusal(current)) return current;
  if (current.status === 'purged') return versionPurged();
  if (current.status === 'live') return refuse('not_deleted', 'The version is not deleted.');
  return manyClassifications ? manyClassified() : [datasetVersionStreamEvents.DatasetVersionRestored.of({})];
};

export const restoreVersion = serviceCommand(
  datasetCommands.restoreDatasetVersion,
  ({ dataset_id, id: version_id }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: async () => {
        const found = await givenDataset(context, dataset_id, 'delete')();
        if (isRefusal(found)) return found;
        return !found.multi_label && wouldShowManyClassifications(context.tools.documents, version_id);
      },
      decide: (state, manyClassifications) => decideRestoreVersion(state, dataset_id, manyClassifications),
    }),
);
