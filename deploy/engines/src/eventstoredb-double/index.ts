export * from './double.js';
export * from './faults.js';
