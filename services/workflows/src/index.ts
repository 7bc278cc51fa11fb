export { workflowEdges, workflowNodes } from './read-models/canvas/queries.js';
export { workflowsService } from './service.js';
export { workflowUsage } from './usage.js';
export { workflowVersions } from './versions.js';
export { workflows, workflowVersionReads } from './workflows.js';
