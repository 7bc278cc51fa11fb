import { modelReads } from '../models/reads.js';
import { MODEL_ACCESS_CHANGES } from './project.js';

/** What access reviews read of models. */
export const modelAccessChanges = {
  called: 'model',
  collection: MODEL_ACCESS_CHANGES,
  namesOf: modelReads.namesOf,
} as const;
