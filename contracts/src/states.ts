import { areas } from './areas.js';
import type { StateDefinition } from './kit/state.js';

/** Every published state, ordered by type. */
export const allStates: readonly StateDefinition[] = Object.values(areas)
  .flatMap(({ states }) => states)
  .sort((one, other) => one.type.localeCompare(other.type, 'en'));
