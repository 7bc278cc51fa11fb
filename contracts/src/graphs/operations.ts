export * from './operations/graphs.js';
export * from './operations/versions.js';
export * from './operations/nodes.js';
export * from './operations/edges.js';
export * from './operations/content.js';
export * from './operations/files.js';
export * from './operations/stats.js';
