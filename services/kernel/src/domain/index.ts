export * from './aggregate.js';
export * from './command-handler.js';
export * from './folded.js';
export * from './personal.js';
export { metadataOf } from './recorded.js';
export * from './refusal.js';
export * from './registry.js';
export { type Step, step } from './steps.js';
export * from './streams.js';
