import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { mayAccess } from '../../access.js';
import { type Caller, callerOf } from '../../caller.js';
import { visibleVersion } from '../../parents.js';
import { datasetVersion, type VersionState } from '../../version/state.js';
import { dataset, type DatasetState } from '../state.js';
import { datasetTowards } from '../towards.js';

/** A version of another dataset stands under the wrong parent: it is not found (S2). */
export const decideActivateVersion = (
  state: DatasetState,
  version: VersionState,
  { principal, at }: Caller,
): Decision => {
  const current = mayAccess(principal, state, 'write', at);
  if (isRefusal(current)) return current;
  const own = visibleVersion(version, current.id);
  return isRefusal(own) ? own : datasetTowards(current, { active_version_id: own.id }, at);
};

export const activateVersion = serviceCommand(
  datasetCommands.activateVersion,
  ({ dataset_id, version_id }, context) =>
    context.executeAddressed(dataset, dataset_id, {
      given: () => context.load(datasetVersion, version_id),
      decide: (state, version) => decideActivateVersion(state, version, callerOf(context)),
    }),
);
