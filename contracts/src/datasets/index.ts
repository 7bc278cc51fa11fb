export * from './asset.js';
export * from './commands.js';
export * from './events.js';
export * from './examples.js';
export * from './job-commands.js';
export * from './queries.js';
export * from './resources.js';
export * from './states.js';
