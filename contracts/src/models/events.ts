import { inferenceStreamEvents } from './events/inference.js';
import { modelJobStreamEvents } from './events/job.js';
import { modelMetricsStreamEvents } from './events/metrics.js';
import { modelStreamEvents } from './events/model.js';
import { modelVersionStreamEvents } from './events/version.js';

export * from './events/inference.js';
export * from './events/job.js';
export * from './events/metrics.js';
export * from './events/model.js';
export * from './events/shapes.js';
export * from './events/version.js';

/** Every event of the models service, by its name in TypeScript. */
export const modelEvents = {
  ...modelStreamEvents,
  ...modelVersionStreamEvents,
  ...modelMetricsStreamEvents,
  ...inferenceStreamEvents,
  ...modelJobStreamEvents,
} as const;
