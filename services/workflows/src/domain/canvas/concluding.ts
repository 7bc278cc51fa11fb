import type { CanvasEvent, WorkflowProblem } from '@cairn/contracts';
import { type Decision, same } from '@cairn/kernel';
import { tooLarge } from './bounds.js';
import { problemsAfter } from './problems.js';
import { type Canvas, canvasAfter } from './state.js';

/** What every change of a canvas ends in: it stays within its bounds, and its event tells what is wrong from then on. */
export const concluded = (canvas: Canvas, event: CanvasEvent): Decision<CanvasEvent> => {
  const after = canvasAfter(canvas, event);
  return tooLarge(after) ?? [telling(event, canvas.problems, problemsAfter(canvas, after))];
};

/** The event, with the problems where they are others than before. */
const telling = <Event extends CanvasEvent>(
  event: Event,
  before: readonly WorkflowProblem[],
  problems: readonly WorkflowProblem[],
): Event => (same(before, problems) ? event : { ...event, data: { ...event.data, problems } });
