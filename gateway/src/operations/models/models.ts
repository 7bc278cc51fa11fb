import { modelCommands, operations } from '@cairn/contracts';
import { modelById, modelReads, modelsFor } from '@cairn/models';
import { logoDownload, sentLogo } from '../assets/logo.js';
import { showing } from '../assets/shown.js';
import { list, resource } from '../resource.js';
import { renamed } from '../renamed.js';
import { modelUploadHandler } from './upload-handler.js';

const model = resource({
  path: operations.getModel.path,
  commands: modelCommands,
  role: 'model',
  read: (context, { id }: { readonly id: string }, deleted) => modelById(context, id, deleted),
});
const { shown, shownIfSaid } = showing(modelReads.visibleHistory);

export const listModels = list(operations.listModels, ({ context, page, filters }) =>
  modelsFor(context, page, filters),
);
export const getModel = model.get(operations.getModel);
export const createModel = model.create(operations.createModel, {
  ...renamed('model', modelCommands.createModel),
  answer: shownIfSaid,
});
export const updateModel = model.update(operations.updateModel, {
  ...renamed('model', modelCommands.updateModel),
  answer: shownIfSaid,
});
export const deleteModel = model.remove(operations.deleteModel, renamed('model', modelCommands.deleteModel));

export const listModelHistory = list(operations.listModelHistory, ({ edge, context, params, page }) =>
  modelReads.history(edge, context, params.id, page),
);
export const restoreModel = model.restore(operations.restoreModel, {
  ...renamed('model', modelCommands.restoreModel),
  answer: shown,
});
export const revertModel = model.revert(operations.revertModel, {
  ...renamed('model', modelCommands.revertModel, true),
  answer: shown,
});

/** Who gives an asset away may see it no more, and is told whose it is now. */
export const transferModel = model.change(operations.transferModel, {
  ...renamed('model', modelCommands.transferModel),
  read: (context, { id }) => modelReads.placed(context, id),
});

export const activateModelVersion = model.change(
  operations.activateModelVersion,
  renamed('model', modelCommands.activateModelVersion),
);

export const getModelLogo = logoDownload(operations.getModelLogo, modelReads.logo);
export const uploadModelLogo = modelUploadHandler(
  operations.uploadModelLogo,
  ({ id }) => ({ model_id: id }),
  model.change(operations.uploadModelLogo, {
    command: modelCommands.setModelLogo,
    inputOf: async (call) => ({ model_id: call.params.id, file: await sentLogo(call) }),
  }).handle,
);
export const deleteModelLogo = model.remove(
  operations.deleteModelLogo,
  renamed('model', modelCommands.removeModelLogo),
);
