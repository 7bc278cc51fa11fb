import { datasetCommands, type DatasetSplitChanges, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, notFound, serviceCommand } from '@cairn/kernel';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { splitChanges } from '../../domain/version/new-splits.js';
import { datasetVersion, liveSplit, type VersionState } from '../../domain/version/state.js';

export const decideUpdateSplit = (
  state: VersionState,
  datasetId: string,
  splitId: string,
  body: DatasetSplitChanges,
): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  const split = liveSplit(current, splitId);
  if (split === undefined) return notFound();
  const changes = splitChanges(current, split, body);
  if (isRefusal(changes)) return changes;
  return Object.keys(changes).length === 0
    ? []
    : withinBounds(current, [datasetVersionStreamEvents.SplitUpdated.of({ id: splitId, changes })]);
};

export const updateSplit = serviceCommand(
  datasetCommands.updateDatasetSplit,
  ({ dataset_id, version_id, id: split_id, body }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) => decideUpdateSplit(state, dataset_id, split_id, body),
    }),
);
