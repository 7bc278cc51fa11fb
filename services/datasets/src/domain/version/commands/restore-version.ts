import { datasetCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, refuse, serviceCommand } from '@cairn/kernel';
import { givenDataset, visibleVersion } from '../../parents.js';
import { versionPurged } from '../undoing.js';
import { datasetVersion, type VersionState } from '../state.js';

export const decideRestoreVersion = (state: VersionState, datasetId: string): Decision => {
  const current = visibleVersion(state, datasetId, true);
  if (isRefusal(current)) return current;
  if (current.status === 'purged') return versionPurged();
  return current.status === 'live'
    ? refuse('not_deleted', 'The version is not deleted.')
    : [datasetVersionStreamEvents.DatasetVersionRestored.of({})];
};

export const restoreVersion = serviceCommand(
  datasetCommands.restoreVersion,
  ({ dataset_id, version_id }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'delete'),
      decide: (state) => decideRestoreVersion(state, dataset_id),
    }),
);
