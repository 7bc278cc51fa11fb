import { modelCommands, operations } from '@cairn/contracts';
import { modelById, modelReads, modelsFor } from '@cairn/models';
import { logoHandlers } from '../assets/logo.js';
import { showing } from '../assets/shown.js';
import { transferHandler } from '../assets/transfer.js';
import { list, type Resource, resource } from '../resource.js';
import { modelUploadHandler } from './upload-handler.js';

const its: Resource<object> = {
  path: operations.getModel.path,
  noun: 'model',
  read: (context, { id }, deleted) => modelById(context, id, deleted),
};
const model = resource(its);
const { shown, shownIfSaid } = showing(modelReads.visibleHistory);

export const listModels = list(operations.listModels, ({ context, page, filters }) =>
  modelsFor(context, page, filters),
);
export const getModel = model.get(operations.getModel);
export const createModel = model.create(operations.createModel, modelCommands.createModel, {
  answer: shownIfSaid,
});
export const updateModel = model.update(operations.updateModel, modelCommands.updateModel, {
  answer: shownIfSaid,
});
export const deleteModel = model.remove(operations.deleteModel, modelCommands.deleteModel);

export const listModelHistory = list(operations.listModelHistory, ({ edge, context, params, page }) =>
  modelReads.history(edge, context, params.id, page),
);
export const restoreModel = model.restore(operations.restoreModel, modelCommands.restoreModel, {
  answer: shown,
});
export const revertModel = model.revert(operations.revertModel, modelCommands.revertModel, {
  answer: shown,
});

export const transferModel = transferHandler(operations.transferModel, modelCommands.transferModel, {
  ...its,
  placed: modelReads.placed,
});

export const activateModelVersion = model.change(
  operations.activateModelVersion,
  modelCommands.activateModelVersion,
);

const logo = logoHandlers({
  ...its,
  logo: modelReads.logo,
  set: modelCommands.setModelLogo,
  unset: modelCommands.removeModelLogo,
});
export const getModelLogo = logo.download(operations.getModelLogo);
export const uploadModelLogo = modelUploadHandler(
  operations.uploadModelLogo,
  ({ id }) => ({ model_id: id }),
  logo.upload,
);
export const deleteModelLogo = logo.remove(operations.deleteModelLogo);
