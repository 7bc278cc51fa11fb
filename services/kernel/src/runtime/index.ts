export { CatchingUp } from './catching-up.js';
export * from './client-metrics.js';
export * from './command-metrics.js';
export type { Leadership } from './leadership.js';
export * from './service-metrics.js';
export * from './projection-administration.js';
export { projectionsOf } from './projectors.js';
export type { ServiceOptions } from './service-options.js';
export * from './service-runner.js';
