export * from './projection.js';
export * from './purge-timer.js';
export * from './together.js';
