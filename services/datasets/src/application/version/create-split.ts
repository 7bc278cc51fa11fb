import { datasetCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { newSplits, type SplitDraft } from '../../domain/version/new-splits.js';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';

export const decideCreateSplit = (
  state: VersionState,
  datasetId: string,
  draft: SplitDraft,
  userId: string,
): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  const splits = newSplits(current.splits, [draft], { userId, pointerOf: () => '' });
  return isRefusal(splits)
    ? splits
    : withinBounds(
        current,
        splits.map((split) => datasetVersionStreamEvents.SplitCreated.of(split)),
      );
};

export const createSplit = serviceCommand(
  datasetCommands.createDatasetSplit,
  ({ dataset_id, version_id, body }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) =>
        decideCreateSplit(state, dataset_id, { ...body, id: context.id('split') }, context.principal.userId),
    }),
);
