export type { BeforeBatch, Derived } from './derived.js';
export { derivingTarget } from './derived.js';
export * from './documents.js';
export type * from './port.js';
