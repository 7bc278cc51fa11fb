export { edgeOf } from './edge.js';
export { ownRights } from './rights.js';
