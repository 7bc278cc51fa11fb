import { type Refusal, refuse } from '@cairn/kernel';

/** Commands of this process that compare or make a password now, or wait for a lane: a lane is of the process too. */
let admitted = 0;

/**
 * Runs what compares or makes passwords unless `most` others of this process do so already: who waits longer than a
 * moment is better told to come again, and what waits takes memory. Answers `overloaded` then, before anything was done.
 */
export const hashingWithin = async <Outcome>(
  most: number,
  run: () => Promise<Outcome>,
): Promise<Outcome | Refusal> => {
  if (admitted >= most)
    return {
      ...refuse('overloaded', `${most} passwords are being compared or made already; try again in a moment.`),
      retryAfterSeconds: 1,
    };
  admitted += 1;
  try {
    return await run();
  } finally {
    admitted -= 1;
  }
};
