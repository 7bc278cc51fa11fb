import { assetCommands, callerFor } from '@cairn/assets';
import { modelCommands } from '@cairn/contracts';
import { type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { model, modelAsset } from '../../domain/model/state.js';
import { modelVersion } from '../../domain/version/state.js';
import { visibleVersion } from '../../domain/version/visible.js';
import { createModel } from './create-model.js';
import { surroundingsOf } from './revert-model.js';
import { sharingAround } from './sharing-around.js';
import { updateModel } from './update-model.js';

const its = assetCommands(model, modelAsset);

/** One event on the model's own stream: there is always one active version, never two. */
const activateVersion = serviceCommand(
  modelCommands.activateModelVersion,
  ({ id: model_id, version_id }, context) =>
    context.executeAddressed(model, model_id, {
      given: async (state) => ({
        version: await context.load(modelVersion, version_id),
        caller: await callerFor(context, state),
      }),
      decide: (state, { version, caller }) =>
        modelAsset.activateVersion(state, (id) => visibleVersion(version, id), caller),
    }),
);

/** The commands on a model itself. */
export const modelOwnCommands: readonly ServiceCommand[] = [
  createModel,
  updateModel,
  activateVersion,
  serviceCommand(modelCommands.deleteModel, ({ id: model_id }, context) => its.delete(context, model_id)),
  serviceCommand(modelCommands.restoreModel, ({ id: model_id }, context) => its.restore(context, model_id)),
  serviceCommand(modelCommands.purgeModel, ({ id: model_id }, context) => its.purge(context, model_id)),
  serviceCommand(modelCommands.revertModel, ({ id: model_id, body: { revision } }, context) =>
    its.revert(context, model_id, revision, surroundingsOf(context, model_id)),
  ),
  serviceCommand(modelCommands.transferModel, ({ id: model_id, body }, context) =>
    its.transfer(context, model_id, body, sharingAround(context, model_id)),
  ),
  serviceCommand(modelCommands.uploadModelLogo, ({ id: model_id, file }, context) =>
    its.setLogo(context, model_id, file),
  ),
  serviceCommand(modelCommands.deleteModelLogo, ({ id: model_id }, context) =>
    its.removeLogo(context, model_id),
  ),
  serviceCommand(modelCommands.createModelShare, ({ id: model_id, body }, context) =>
    its.share(context, model_id, body, sharingAround(context, model_id)),
  ),
  serviceCommand(modelCommands.updateModelShare, ({ id: model_id, share_id, body }, context) =>
    its.updateShare(context, model_id, share_id, body),
  ),
  serviceCommand(modelCommands.deleteModelShare, ({ id: model_id, share_id }, context) =>
    its.removeShare(context, model_id, share_id),
  ),
  serviceCommand(modelCommands.acceptShare, ({ id: model_id, ...accepted }, context) =>
    its.acceptShare(context, model_id, accepted),
  ),
  serviceCommand(modelCommands.acceptShareFor, ({ id: model_id, ...accepted }, context) =>
    its.acceptShareFor(context, model_id, accepted),
  ),
  serviceCommand(modelCommands.lapseShare, ({ id: model_id, ...lapsed }, context) =>
    its.lapseShare(context, model_id, lapsed),
  ),
];
