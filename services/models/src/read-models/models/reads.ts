import { assetReads } from '@cairn/assets';
import { model, modelName } from '../../domain/model/state.js';
import type { ModelDocument } from '../documents.js';
import { MODEL_SHARES, MODELS, modelsProjection } from './project.js';

/** How models are read. */
export const modelReads = assetReads<ModelDocument>({
  ...modelName,
  category: model.category,
  collection: MODELS,
  shares: MODEL_SHARES,
  projection: modelsProjection,
});
