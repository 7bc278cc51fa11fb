import { datasetCommands, datasetVersionStreamEvents, type LabelInput } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { type NewLabels, newLabels } from '../../domain/version/labels.js';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';

/** One label of a person or the many of an import, which are `autoCreated`. */
export const decideCreateLabels = (
  state: VersionState,
  datasetId: string,
  inputs: readonly LabelInput[],
  made: NewLabels,
): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  const labels = newLabels(current.labels, inputs, made);
  if (isRefusal(labels)) return labels;
  return labels.length === 0
    ? []
    : withinBounds(current, [datasetVersionStreamEvents.LabelsCreated.of({ labels: [...labels] })]);
};

export const createLabel = serviceCommand(
  datasetCommands.createLabel,
  ({ dataset_id, version_id, body }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) =>
        decideCreateLabels(state, dataset_id, [body], {
          ids: [context.id('label')],
          userId: context.principal.userId,
          autoCreated: false,
        }),
    }),
);
