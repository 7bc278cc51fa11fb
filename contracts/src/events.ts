import { areas } from './areas.js';
import type { EventDefinition } from './kit/event.js';

/** Every event that is or was ever written, ordered by stored type. */
export const allEvents: readonly EventDefinition[] = Object.values(areas)
  .flatMap(({ events }) => events)
  .sort((one, other) => one.storedType.localeCompare(other.storedType, 'en'));
