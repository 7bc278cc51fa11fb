export { type CountedNetwork, networkOf, networksOf, unmapped } from './client-network.js';
export * from './principal.js';
export * from './decide-access.js';
