export * from './command-message.js';
export * from './config/index.js';
export * from './metrics.js';
export * from './projection-administration.js';
export * from './service-runner.js';
export * from './service.js';
export * from './supervised.js';
