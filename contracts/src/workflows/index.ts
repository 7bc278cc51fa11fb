export * from './asset.js';
export * from './commands.js';
export * from './events.js';
export * from './examples.js';
export * from './workflow.js';
export * from './queries.js';
export * from './states.js';
