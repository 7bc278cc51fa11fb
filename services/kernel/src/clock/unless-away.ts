import { patient } from './patience.js';
import { pause } from './pause.js';

const WITHIN_MS = 1_000;

/**
 * What is told of a lag in time; `undefined` when it cannot be told now. A log that does not answer keeps no other metric
 * waiting for longer.
 */
export const unlessAway = <Lag>(lag: Promise<Lag>, withinMs = WITHIN_MS): Promise<Lag | undefined> =>
  Promise.race([lag.catch(() => undefined), pause(withinMs).then(() => undefined)]);

/** The same for whoever asks whether a process is ready: as long as its engines may take to answer. */
export const unlessSilent = <Lag>(lag: Promise<Lag>): Promise<Lag | undefined> =>
  unlessAway(lag, patient(WITHIN_MS));
