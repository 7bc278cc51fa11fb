import { cpuTime } from './cpu-time.js';

/** How long one turn of the event loop was at most while something was done, in milliseconds of the processor. */
export const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let spent = cpuTime();
  const look = (): void => {
    longest = Math.max(longest, spent());
    spent = cpuTime();
  };
  const looking = setInterval(look, 1);
  try {
    await work();
  } finally {
    clearInterval(looking);
    look();
  }
  return longest;
};
