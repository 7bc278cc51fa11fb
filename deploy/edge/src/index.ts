export { type EdgeParts, edgeOf } from './edge.js';
export { ownRights, type Rights } from './rights.js';
