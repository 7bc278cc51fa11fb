export * from './sweeping.js';
