export * from './operations/graphs.js';
export * from './operations/versions.js';
