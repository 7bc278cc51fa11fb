import { pause } from '../clock/pause.js';

/** A log that does not answer keeps no other metric waiting for longer. */
const WITHIN_MS = 1_000;

/** What is told of a lag in time; `undefined` when it cannot be told now. */
export const unlessAway = <Lag>(lag: Promise<Lag>): Promise<Lag | undefined> =>
  Promise.race([lag.catch(() => undefined), pause(WITHIN_MS).then(() => undefined)]);
