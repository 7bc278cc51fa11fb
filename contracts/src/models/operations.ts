export * from './operations/aliases.js';
export * from './operations/applications.js';
export * from './operations/files.js';
export * from './operations/history.js';
export * from './operations/inferences.js';
export * from './operations/metrics.js';
export * from './operations/models.js';
export * from './operations/versions.js';
