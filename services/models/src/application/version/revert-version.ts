import { modelCommands } from '@cairn/contracts';
import { isInFuture, isRefusal, readBeforeAndAfter, serviceCommand, tellingLater } from '@cairn/kernel';
import { versionNeeded } from '../../domain/version/deleting.js';
import { decideRevertVersion, viewOfVersion } from '../../domain/version/reverting.js';
import { modelVersion } from '../../domain/version/state.js';
import { givenModel } from '../parents.js';

export const revertVersion = serviceCommand(
  modelCommands.revertModelVersion,
  async ({ model_id, id: version_id, body: { revision } }, context) => {
    const executed = await context.executeAddressed(modelVersion, version_id, {
      given: async () => {
        const found = await givenModel(context, model_id, 'write');
        if (isRefusal(found)) return found;
        const sides = await readBeforeAndAfter(context, modelVersion, version_id, revision)();
        const deleting = await givenModel(context, model_id, 'delete');
        return {
          ...sides,
          modelId: model_id,
          needed: versionNeeded(version_id, found),
          deleting: isRefusal(deleting) ? deleting : undefined,
          at: context.at,
        };
      },
      decide: (state, around, tip) =>
        decideRevertVersion(state, { ...around, isFuture: isInFuture(revision, tip) }),
    });
    return tellingLater(context, modelVersion, { id: version_id, revision }, viewOfVersion, executed);
  },
);
