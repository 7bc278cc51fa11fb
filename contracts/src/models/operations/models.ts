import { byId } from '../../kit/named.js';
import { model } from '../asset.js';

export const {
  listModels,
  createModel,
  getModel,
  updateModel,
  deleteModel,
  activateModelVersion,
  transferModel,
  listModelHistory,
  restoreModel,
  revertModel,
  getModelLogo,
  uploadModelLogo,
  deleteModelLogo,
  listModelShares,
  getModelShare,
  createModelShare,
  updateModelShare,
  deleteModelShare,
  explainModelAccess,
} = byId(model.operations);
