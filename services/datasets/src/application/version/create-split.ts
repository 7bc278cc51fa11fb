import { datasetCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { givenDataset, visibleVersion } from '../parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { type SplitDraft, splitRecord } from '../../domain/version/new-splits.js';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';

export const decideCreateSplit = (
  state: VersionState,
  datasetId: string,
  draft: SplitDraft,
  userId: string,
): Decision => {
  const current = visibleVersion(state, datasetId);
  return isRefusal(current)
    ? current
    : withinBounds(current, [datasetVersionStreamEvents.SplitCreated.of(splitRecord(draft, userId))]);
};

export const createSplit = serviceCommand(
  datasetCommands.createSplit,
  ({ dataset_id, version_id, body }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) =>
        decideCreateSplit(state, dataset_id, { ...body, id: context.id('split') }, context.principal.userId),
    }),
);
