export * from './reserving.js';
export * from './state.js';
