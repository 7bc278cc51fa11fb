export * from './reading.js';
export * from './as-of.js';
export * from './history.js';
export * from './paging.js';
