import { graphContentStreamEvents } from './events/content.js';
import { graphStreamEvents } from './events/graph.js';
import { graphJobStreamEvents } from './events/job.js';
import { graphVersionStreamEvents } from './events/version.js';

export * from './events/content.js';
export * from './events/graph.js';
export * from './events/job.js';
export * from './events/version.js';

/** Every event of the graphs service, by its name in TypeScript. */
export const graphEvents = {
  ...graphStreamEvents,
  ...graphVersionStreamEvents,
  ...graphContentStreamEvents,
  ...graphJobStreamEvents,
} as const;
