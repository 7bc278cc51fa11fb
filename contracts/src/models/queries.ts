import { assetQueries } from '../assets/queries.js';

/** What other services may ask of models. */
export const modelQueries = assetQueries('models');
