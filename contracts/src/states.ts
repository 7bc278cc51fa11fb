import { PublishedDataset } from './datasets/states.js';
import type { StateDefinition } from './kit/state.js';
import { PublishedModel } from './models/states.js';

/** Every published state, ordered by type. */
export const allStates: readonly StateDefinition[] = [PublishedDataset, PublishedModel];
