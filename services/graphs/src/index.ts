export * from './formats/index.js';
export { type GraphExport, graphExport, mayExportGraph } from './read-models/exports/queries.js';
export { graphJobReads } from './read-models/jobs/queries.js';
export { writeRefusal } from './read-models/writing.js';
export { graphEdges, graphNodes, graphStats } from './read-models/content/queries.js';
export { graphs, graphVersionReads } from './graphs.js';
export { graphsService } from './service.js';
export { graphUsage } from './usage.js';
export { graphVersions } from './versions.js';
