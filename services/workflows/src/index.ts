export { workflowsService } from './service.js';
export { workflows } from './workflows.js';
