import type { EventOf } from '../../kit/event.js';
import { byName } from '../../kit/named.js';
import { workflow } from '../asset.js';

/** The events of `workflow-<id>`. */
export const workflowStreamEvents = byName(workflow.events);
export type WorkflowEvent = EventOf<(typeof workflowStreamEvents)[keyof typeof workflowStreamEvents]>;
