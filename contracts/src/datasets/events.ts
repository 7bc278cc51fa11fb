import { datasetStreamEvents } from './events/dataset.js';
import { datasetItemStreamEvents } from './events/item.js';
import { datasetJobStreamEvents } from './events/job.js';
import { labellingJobStreamEvents } from './events/labelling-job.js';
import { postProcessorJobStreamEvents } from './events/post-processor-job.js';
import { datasetVersionStreamEvents } from './events/version.js';

export * from './events/dataset.js';
export * from './events/item.js';
export * from './events/job.js';
export * from './events/labelling-job.js';
export * from './events/post-processor-job.js';
export * from './events/shapes.js';
export * from './events/version.js';

/** Every event of the datasets service, by its name in TypeScript. */
export const datasetEvents = {
  ...datasetStreamEvents,
  ...datasetVersionStreamEvents,
  ...datasetItemStreamEvents,
  ...datasetJobStreamEvents,
  ...postProcessorJobStreamEvents,
  ...labellingJobStreamEvents,
} as const;
