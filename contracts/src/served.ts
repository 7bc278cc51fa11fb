export * from './datasets/operations.js';
export * from './identity/operations.js';
export * from './platform/operations.js';
