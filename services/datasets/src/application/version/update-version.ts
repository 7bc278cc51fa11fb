import { datasetCommands, type DatasetVersionChanges, datasetVersionStreamEvents } from '@cairn/contracts';
import { changedFields, type Decision, isRefusal, jsonText, refuse, serviceCommand } from '@cairn/kernel';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { withinBounds } from '../../domain/version/bounds.js';
import {
  datasetVersion,
  type KnownVersion,
  liveSplit,
  type VersionState,
} from '../../domain/version/state.js';

/** Labels and splits of a body are ignored: they have operations of their own (SPEC-3). */
export const decideUpdateVersion = (
  state: VersionState,
  datasetId: string,
  { name, description, config, default_split }: DatasetVersionChanges,
): Decision => {
  const current = visibleVersion(state, datasetId);
  if (isRefusal(current)) return current;
  if (default_split && liveSplit(current, default_split) === undefined)
    return refuse('foreign_split', 'default_split names no split of this version.');
  const text = config === undefined ? undefined : jsonText(config, '/config');
  if (isRefusal(text)) return text;
  const wanted = { name, description, config: text, default_split };
  const changes = changedFields<KnownVersion>(current, wanted as Partial<KnownVersion>);
  return Object.keys(changes).length === 0
    ? []
    : withinBounds(current, [datasetVersionStreamEvents.DatasetVersionUpdated.of({ changes })]);
};

export const updateVersion = serviceCommand(
  datasetCommands.updateDatasetVersion,
  ({ dataset_id, id: version_id, body }, context) =>
    context.executeAddressed(datasetVersion, version_id, {
      given: givenDataset(context, dataset_id, 'write'),
      decide: (state) => decideUpdateVersion(state, dataset_id, body),
    }),
);
