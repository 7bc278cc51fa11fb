import { workflow } from './asset.js';

/** What other services, and gateways, may ask of workflows. */
export const workflowQueries = { ...workflow.queries } as const;
