import { type KnownVersion, versionKind } from '@cairn/assets';
import { type CanvasEvent, canvasStreamEvents, workflowVersion } from '@cairn/contracts';
import { type Canvas, canvasAfter, EMPTY_CANVAS } from '../canvas/state.js';
import { undone } from '../canvas/undoing.js';

/** A version of a workflow as its stream tells it, with its nodes and edges. */
export interface KnownWorkflowVersion extends KnownVersion, Canvas {
  /** JSON, or empty. */
  readonly config: string;
}

/** `workflowVersion-<id>`: a version with its canvas. */
export const workflowVersionKind = versionKind<KnownWorkflowVersion>(workflowVersion, {
  stateVersion: 1,
  initial: EMPTY_CANVAS,
  own: {
    events: Object.values(canvasStreamEvents),
    names: ['nodes', 'edges', 'problems'],
    // The events of its own are those of the canvas.
    after: (version, event) => canvasAfter(version, event as CanvasEvent),
    undone: ({ before, after, current }, userId) => undone(before, after, current, userId),
  },
});
