import { modelCommands, operations } from '@cairn/contracts';
import { modelById, modelReads, modelsFor } from '@cairn/models';
import { logoDownload, sentLogo } from '../assets/logo.js';
import { showing } from '../assets/shown.js';
import { list, resource } from '../resource.js';
import { modelUploadHandler } from './upload-handler.js';

const model = resource({
  path: operations.getModel.path,
  commands: modelCommands,
  role: 'model',
  read: (context, { id }: { readonly id: string }, deleted) => modelById(context, id, deleted),
  history: (edge, context, { id }, page) => modelReads.history(edge, context, id, page),
});
const { shown, shownIfSaid } = showing(modelReads.visibleHistory);

export const listModels = list(operations.listModels, ({ context, page, filters }) =>
  modelsFor(context, page, filters),
);
export const getModel = model.get(operations.getModel);
export const createModel = model.create(operations.createModel, { answer: shownIfSaid });
export const updateModel = model.update(operations.updateModel, { answer: shownIfSaid });
export const deleteModel = model.remove(operations.deleteModel);
export const listModelHistory = model.history(operations.listModelHistory);
export const restoreModel = model.restore(operations.restoreModel, { answer: shown });
export const revertModel = model.revert(operations.revertModel, { answer: shown });
export const activateModelVersion = model.change(operations.activateModelVersion);
/** Who gives it away may see it no more, and is told whose it is now. */
export const transferModel = model.change(operations.transferModel, {
  read: (context, { id }) => modelReads.placed(context, id),
});

export const getModelLogo = logoDownload(operations.getModelLogo, modelReads.logo);
export const uploadModelLogo = modelUploadHandler(
  model.change(operations.uploadModelLogo, { inputOf: sentLogo }),
  ({ id }) => ({ model_id: id }),
);
export const deleteModelLogo = model.remove(operations.deleteModelLogo);
