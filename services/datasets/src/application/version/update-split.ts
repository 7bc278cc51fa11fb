import { notFound } from '@cairn/assets';
import { datasetCommands, type DatasetSplitChanges, datasetVersionStreamEvents } from '@cairn/contracts';
import { changedFields, type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { givenDataset, visibleVersion } from '../parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { datasetVersion, type KnownSplit, liveSplit, type VersionState } from '../../domain/version/state.js';

export const decideUpdateSplit = (
  state: VersionState,
  datasetId: string,
  splitId: string,
  { name, description }: DatasetSplitChanges,
): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  const split = liveSplit(current, splitId);
  if (split === undefined) return notFound();
  const changes = changedFields<KnownSplit>(split, { name, description } as Partial<KnownSplit>);
  return Object.keys(changes).length === 0
    ? []
    : withinBounds(current, [datasetVersionStreamEvents.SplitUpdated.of({ id: splitId, changes })]);
};

export const updateSplit = serviceCommand(
  datasetCommands.updateSplit,
  ({ dataset_id, version_id, split_id, body }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) => decideUpdateSplit(state, dataset_id, split_id, body),
    }),
);
