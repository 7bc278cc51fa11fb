import { datasetCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, purgeAt, refuse, serviceCommand } from '@cairn/kernel';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { VersionDeletion } from './last-version.js';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';

/**
 * Flags the version. A dataset keeps one: its last version is refused. When the active one goes, the newest that is
 * left is shown as active, and the deleted one again when it is restored: nothing is appended to the dataset.
 */
export const decideDeleteVersion = (
  state: VersionState,
  datasetId: string,
  others: number,
  at: string,
): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  return others === 0
    ? refuse('conflict', 'A dataset keeps one version: delete the dataset, or make another version first.')
    : [datasetVersionStreamEvents.DatasetVersionDeleted.of({ purge_at: purgeAt(at) })];
};

export const deleteVersion = serviceCommand(
  datasetCommands.deleteDatasetVersion,
  ({ dataset_id, id: version_id }, context) => {
    const deletion = new VersionDeletion(context, dataset_id, version_id);
    return deletion.during(() =>
      context.executeAddressed(datasetVersion, version_id, {
        given: async () => {
          const found = await givenDataset(context, dataset_id, 'delete')();
          return isRefusal(found) ? found : deletion.othersLeft();
        },
        decide: (state, others) => decideDeleteVersion(state, dataset_id, others, context.at),
      }),
    );
  },
);
