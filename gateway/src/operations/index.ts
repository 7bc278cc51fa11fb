import type { AnyHandler } from '../call/handler.js';
import { administrationHandlers } from './administration/index.js';
import { datasetHandlers } from './datasets/index.js';
import { graphHandlers } from './graphs/index.js';
import { identityHandlers } from './identity/index.js';
import * as jobs from './jobs/jobs.js';
import { modelHandlers } from './models/index.js';
import { sharingOperationHandlers } from './sharing/index.js';
import { workflowHandlers } from './workflows/index.js';

/** What answers the operations of every service; the platform's are the gateway's own. */
export const allHandlers: readonly AnyHandler[] = [
  ...identityHandlers,
  ...datasetHandlers,
  ...modelHandlers,
  ...workflowHandlers,
  ...graphHandlers,
  ...sharingOperationHandlers,
  ...Object.values<AnyHandler>(jobs),
  ...administrationHandlers,
];
