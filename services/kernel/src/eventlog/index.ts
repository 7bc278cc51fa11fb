export * from './port.js';
export { chainHash } from './chain.js';
export * from './append-in-order.js';
export * from './large-payloads.js';
export * from './parts.js';
export * from './sqlite/index.js';
export * from './eventstoredb/index.js';
