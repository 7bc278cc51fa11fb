import { datasetCommands, datasetVersionStreamEvents, type LabelChanges } from '@cairn/contracts';
import { type Decision, isRefusal, notFound, serviceCommand } from '@cairn/kernel';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { labelChanges } from '../../domain/version/labels.js';
import { datasetVersion, liveLabel, type VersionState } from '../../domain/version/state.js';

/** Annotations name labels by id: a new name touches no item. */
export const decideUpdateLabel = (
  state: VersionState,
  datasetId: string,
  labelId: string,
  body: LabelChanges,
): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  const label = liveLabel(current, labelId);
  if (label === undefined) return notFound();
  const changes = labelChanges(current, label, body);
  if (isRefusal(changes)) return changes;
  return Object.keys(changes).length === 0
    ? []
    : withinBounds(current, [datasetVersionStreamEvents.LabelUpdated.of({ id: labelId, changes })]);
};

export const updateLabel = serviceCommand(
  datasetCommands.updateLabel,
  ({ dataset_id, version_id, id: label_id, body }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) => decideUpdateLabel(state, dataset_id, label_id, body),
    }),
);
