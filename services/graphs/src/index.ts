export * from './formats/index.js';
export { graphEdges, graphNodes, graphStats } from './read-models/content/queries.js';
export { graphs, graphVersionReads } from './graphs.js';
export { graphsService } from './service.js';
export { graphUsage } from './usage.js';
export { graphVersions } from './versions.js';
