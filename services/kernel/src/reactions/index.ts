export * from './parking.js';
export * from './policy.js';
export { POLICY_POSITIONS } from './policy-position.js';
export * from './projector.js';
export * from './timers.js';
export * from './waiters.js';
export * from './read-model.js';
