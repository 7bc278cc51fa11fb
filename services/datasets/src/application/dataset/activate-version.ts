import { callerFor } from '@cairn/assets';
import { datasetCommands } from '@cairn/contracts';
import { type AssetCaller, type Decision, serviceCommand } from '@cairn/kernel';
import { visibleVersion } from '../parents.js';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';
import { dataset, datasetAsset, type DatasetState } from '../../domain/dataset/state.js';

/** A version of another dataset stands under the wrong parent: it is not found (S2). */
export const decideActivateVersion = (
  state: DatasetState,
  version: VersionState,
  caller: AssetCaller,
): Decision => datasetAsset.activateVersion(state, (datasetId) => visibleVersion(version, datasetId), caller);

export const activateVersion = serviceCommand(
  datasetCommands.activateDatasetVersion,
  ({ id: dataset_id, version_id }, context) =>
    context.executeAddressed(dataset, dataset_id, {
      given: async (state) => ({
        version: await context.load(datasetVersion, version_id),
        caller: await callerFor(context, state),
      }),
      decide: (state, { version, caller }) => decideActivateVersion(state, version, caller),
    }),
);
