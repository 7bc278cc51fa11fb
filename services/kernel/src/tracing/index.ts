export * from './spans.js';
export * from './start-tracing.js';
export * from './traced-log.js';
