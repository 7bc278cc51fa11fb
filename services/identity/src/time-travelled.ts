import type { TimeTravelled } from '@cairn/kernel';
import { API_KEYS, apiKeys } from './read-models/api-keys/project.js';
import { USERS, users } from './read-models/users/project.js';

/** What the answer to a repeated command may have to be read of as it was. */
export const identityTimeTravelled: readonly TimeTravelled[] = [
  { collection: USERS, category: 'user', projection: users },
  { collection: API_KEYS, category: 'apiKey', projection: apiKeys },
];
