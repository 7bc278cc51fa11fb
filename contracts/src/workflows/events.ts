import { executionStreamEvents } from './events/execution.js';
import { workflowVersionStreamEvents } from './events/version.js';
import { workflowStreamEvents } from './events/workflow.js';

export * from './events/canvas.js';
export * from './events/execution.js';
export * from './events/version.js';
export * from './events/workflow.js';

/** Every event of the workflows service, by its name in TypeScript. */
export const workflowEvents = {
  ...workflowStreamEvents,
  ...workflowVersionStreamEvents,
  ...executionStreamEvents,
} as const;
