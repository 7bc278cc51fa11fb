import { workflows, workflowVersionReads, workflowVersions } from '@cairn/workflows';
import type { AnyHandler } from '../../call/handler.js';
import { assetHandlers } from '../assets/handlers.js';
import { versionHandlers } from '../assets/versions.js';
import * as canvas from './canvas.js';
import { withIdsOfFirst, withIdsOfVersion } from './drawn.js';
import * as executions from './executions.js';

/** What answers the operations of workflows. */
export const workflowHandlers: readonly AnyHandler[] = [
  ...Object.values<AnyHandler>(canvas),
  ...Object.values<AnyHandler>(executions),
  ...assetHandlers(workflows, { made: withIdsOfFirst }),
  ...versionHandlers(workflowVersions, workflowVersionReads, { made: withIdsOfVersion }),
];
