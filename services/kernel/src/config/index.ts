export * from './account-limits.js';
export * from './config.js';
export * from './read-config.js';
export * from './file-limits.js';
export * from './limits-of.js';
export * from './quotas.js';
export * from './runner-limits.js';
