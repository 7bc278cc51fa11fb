export * from './reading.js';
export * from './as-of.js';
export type { FieldChange } from './differences.js';
export * from './history.js';
export * from './paging.js';
