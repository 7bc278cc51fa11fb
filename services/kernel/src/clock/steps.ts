import { Pace } from './pace.js';
import type { Soon } from './soon.js';

/** Work in short steps, behind each of which others may go on. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all of it in this turn. */
export const atOnce = <Result>(steps: Steps<Result>): Result => {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/**
 * Does it in slices, and others have their turns between them; what is short is done at once. What the pace throws between
 * two slices is thrown where the work stands.
 */
export const inSlices = <Result>(steps: Steps<Result>, pace: Pace = new Pace()): Soon<Result> => {
  const first = slice(steps.next(), steps, pace);
  return first.done === true ? first.value : slices(steps, pace);
};

const slices = async <Result>(steps: Steps<Result>, pace: Pace): Promise<Result> => {
  for (;;) {
    const step = slice(await nextStep(steps, pace), steps, pace);
    if (step.done === true) return step.value;
  }
};

const nextStep = async <Result>(steps: Steps<Result>, pace: Pace): Promise<IteratorResult<void, Result>> => {
  try {
    await pace.turn();
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next();
};

/** Goes on until it is done or others' turn. */
const slice = <Result>(
  begun: IteratorResult<void, Result>,
  steps: Steps<Result>,
  pace: Pace,
): IteratorResult<void, Result> => {
  let step = begun;
  while (step.done !== true && !pace.isOver) step = steps.next();
  return step;
};
