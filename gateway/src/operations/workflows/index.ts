import { workflows } from '@cairn/workflows';
import { assetHandlers } from '../assets/handlers.js';
import type { AnyHandler } from '../handler.js';

/** What answers the operations of workflows. */
export const workflowHandlers: readonly AnyHandler[] = [...assetHandlers(workflows)];
