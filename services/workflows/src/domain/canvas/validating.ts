import { type CanvasEvent, canvasStreamEvents, type WorkflowProblem } from '@cairn/contracts';
import { same } from '@cairn/kernel';
import { problemsWith } from './problems.js';
import type { Canvas } from './state.js';

/** What a validation tells: all that is wrong, `entity_unavailable` as it was found; nothing when that was known. */
export const validated = (
  canvas: Canvas,
  unavailable: readonly WorkflowProblem[],
): readonly CanvasEvent[] => {
  const problems = problemsWith(canvas, unavailable);
  return same(canvas.problems, problems)
    ? []
    : [canvasStreamEvents.WorkflowVersionValidated.of({ problems })];
};
