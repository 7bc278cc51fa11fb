import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, notFound, serviceCommand } from '@cairn/kernel';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { datasetVersion, liveSplit, type VersionState } from '../../domain/version/state.js';
import { splitDeleted } from '../../domain/version/undoing.js';

/** Removes the grouping; its items stay in the version (law 6). */
export const decideDeleteSplit = (state: VersionState, datasetId: string, splitId: string): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  return liveSplit(current, splitId) === undefined ? notFound() : [splitDeleted(current, splitId)];
};

export const deleteSplit = serviceCommand(
  datasetCommands.deleteDatasetSplit,
  ({ dataset_id, version_id, id: split_id }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) => decideDeleteSplit(state, dataset_id, split_id),
    }),
);
