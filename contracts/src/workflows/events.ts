import { workflowStreamEvents } from './events/workflow.js';

export * from './events/workflow.js';

/** Every event of the workflows service, by its name in TypeScript. */
export const workflowEvents = { ...workflowStreamEvents } as const;
