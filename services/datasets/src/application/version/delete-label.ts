import { datasetCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, notFound, serviceCommand } from '@cairn/kernel';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { datasetVersion, liveLabel, type VersionState } from '../../domain/version/state.js';

/** Hides the annotations with the label and their counts, until `revert` on the version (SPEC-6). */
export const decideDeleteLabel = (state: VersionState, datasetId: string, labelId: string): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  return liveLabel(current, labelId) === undefined
    ? notFound()
    : [datasetVersionStreamEvents.LabelDeleted.of({ id: labelId })];
};

export const deleteLabel = serviceCommand(
  datasetCommands.deleteLabel,
  ({ dataset_id, version_id, id: label_id }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) => decideDeleteLabel(state, dataset_id, label_id),
    }),
);
