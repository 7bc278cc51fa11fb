import { ApiKeyCreatedV1, apiKeyEvents } from './events/api-key.js';
import { reservationEvents } from './events/reservation.js';
import { sessionEvents } from './events/session.js';
import { settingsEvents } from './events/settings.js';
import { userEvents } from './events/user.js';

export * from './events/api-key.js';
export * from './events/reservation.js';
export * from './events/session.js';
export * from './events/settings.js';
export * from './events/user.js';

/** Every event of the identity service that is or was written. */
export const identityEvents = {
  ...userEvents,
  ...sessionEvents,
  ...apiKeyEvents,
  ApiKeyCreatedV1,
  ...reservationEvents,
  ...settingsEvents,
} as const;
