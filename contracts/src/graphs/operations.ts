export * from './operations/graphs.js';
