export * from './documents.js';
export type * from './port.js';
