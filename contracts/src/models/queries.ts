import { model } from './asset.js';

/** What other services may ask of models. */
export const modelQueries = model.queries;
