export * from './asset.js';
export * from './commands.js';
export * from './events.js';
export * from './examples.js';
export * from './graph.js';
export * from './queries.js';
export * from './states.js';
