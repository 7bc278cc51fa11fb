export { accountRooms, allServices, quotasInForce, requesters, rights } from './services.js';
export { refuseUndeclaredCategories } from './declared-categories.js';
export { refuseSharedKeys } from './stream-keys.js';
