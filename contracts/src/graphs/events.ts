import { graphStreamEvents } from './events/graph.js';

export * from './events/graph.js';

/** Every event of the graphs service, by its name in TypeScript. */
export const graphEvents = { ...graphStreamEvents } as const;
