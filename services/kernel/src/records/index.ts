export * from './model.js';
export * from './queries.js';
export * from './rules.js';
export type { RecordState } from './state.js';
