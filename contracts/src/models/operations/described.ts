import { exampleModel } from '../examples.js';
import { Model } from '../model.js';
import { IdParams, modelPath } from './paths.js';

export const tag = 'Models and model versions';

/** What the operations that every asset has are made of. */
export const modelDescribed = {
  noun: 'Model',
  called: 'model',
  tag,
  resource: 'models',
  path: modelPath,
  params: IdParams,
  record: Model,
  example: exampleModel,
} as const;
