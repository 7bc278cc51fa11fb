export { type Administrator, administratorLine, firstAdministrator } from './administrator.js';
export { ensureFirstAdministrator, type FirstAdministrator } from './first-administrator.js';
export { ownApiKey, ownApiKeys, storedApiKeys } from './read-models/api-keys/queries.js';
export {
  type Authenticator,
  type AuthenticatorOptions,
  createAuthenticator,
} from './read-models/principals/authenticator.js';
export { RightsLease } from './read-models/principals/rights-lease.js';
export { AccessUnproven, Unauthenticated } from './read-models/principals/refusals.js';
export { ownSession, ownSessions } from './read-models/sessions/queries.js';
export { passwordReset } from './read-models/password-resets/queries.js';
export { ownUser, userById } from './read-models/users/queries.js';
export { identityService } from './service.js';
export { identityTimeTravelled } from './time-travelled.js';
