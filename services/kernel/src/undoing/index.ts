export * from './undoing.js';
