export { administratorRefused } from './administrators.js';
export { type CountedNetwork, networkOf, networksOf, unmapped } from './client-network.js';
export { isMailedShare } from './mailed-share.js';
export { Network } from './network.js';
export * from './principal.js';
export * from './decide-access.js';
export * from './rights.js';
export * from './share-token.js';
export { JobRefused, unlessRefused } from './job-refused.js';
export {
  availableRequester,
  noRequesters,
  principalNow,
  requesterOf,
  type Requesters,
} from './requesters.js';
