import { assetUsage } from '@cairn/assets';
import { canvasStreamEvents, workflowVersion } from '@cairn/contracts';
import { workflowKind } from './domain/workflow/state.js';
import { workflowVersionKind } from './domain/version/state.js';

const { deleted, purged } = workflowVersion.events;
const { WorkflowNodeDeleted, WorkflowEdgeDeleted, WorkflowVersionValidated } = canvasStreamEvents;
const goingOn: ReadonlySet<string> = new Set(
  [deleted, WorkflowNodeDeleted, WorkflowEdgeDeleted, WorkflowVersionValidated].map(({ name }) => name),
);

/** `workflows.usage`: the bytes of workflows and their versions. */
export const workflowUsage = assetUsage(workflowKind, {
  version: 2,
  streams: [{ events: workflowVersionKind.aggregate.events, purged }],
  goesOn: ({ type }) => goingOn.has(type),
});
