import { type CatchingUp, counted, patient } from '@cairn/kernel';
import { Problem } from '../problems/problem.js';

/** A start is mostly a matter of milliseconds: a read waits for it, as for what was just written. Times the patience. */
const WAIT_MS = 2_000;

/**
 * Throws `projection_lag` while a read would show less than there is, and what the log throws while it does not say how
 * much that is.
 */
export const refuseWhileCatchingUp = async (catchingUp: CatchingUp): Promise<void> => {
  if (!(await counted('catching_up', WAIT_MS, () => catchingUp.isOver(patient(WAIT_MS)))))
    throw new Problem('projection_lag', 'The read models are being made anew; nothing is lost.');
};
