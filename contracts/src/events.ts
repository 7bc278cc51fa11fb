import { datasetEvents } from './datasets/events.js';
import { identityEvents } from './identity/events.js';
import { modelEvents } from './models/events.js';
import type { EventDefinition } from './kit/event.js';

/** Every event that is or was ever written, ordered by stored type. */
export const allEvents: readonly EventDefinition[] = Object.values<EventDefinition>({
  ...datasetEvents,
  ...identityEvents,
  ...modelEvents,
}).sort((one, other) => one.storedType.localeCompare(other.storedType, 'en'));
