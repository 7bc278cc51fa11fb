export { workflowEdges, workflowNodes } from './read-models/canvas/queries.js';
export {
  executeRefusal,
  executionJobReads,
  executionsOf,
  inputFileOf,
  nodesOfExecution,
  readableExecution,
} from './read-models/executions/queries.js';
export { executionResource, progressOf, statusOf, wholeExecution } from './read-models/executions/shown.js';
export { type ExecutionDocument, type ExecutionNodeDocument } from './read-models/executions/documents.js';
export { workflowsService } from './service.js';
export { executionBytesOf } from './read-models/executions/usage.js';
export { workflowUsage } from './usage.js';
export { workflowVersions } from './versions.js';
export { workflows, workflowVersionReads } from './workflows.js';
