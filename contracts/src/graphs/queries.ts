import { graph } from './asset.js';

/** What other services, and gateways, may ask of graphs. */
export const graphQueries = { ...graph.queries } as const;
