export * from './connection.js';
export * from './deadline.js';
export * from './errors.js';
