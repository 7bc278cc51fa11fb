import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_ROUNDS = 5;
const ROUND_MS = 50;
const NOTHING_BYTES = 100_000;

/** Collects all of the heap. */
export const collectHeap = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/**
 * Collects until nothing more is freed and answers the bytes in use then. What earlier specs of the same process left goes
 * in several collections, with turns of the event loop between them.
 */
export const settledHeap = async (): Promise<number> => {
  let used = Number.POSITIVE_INFINITY;
  for (let quiet = 0; quiet < QUIET_ROUNDS;) {
    collectHeap();
    await pause(ROUND_MS);
    const now = process.memoryUsage().heapUsed;
    quiet = used - now > NOTHING_BYTES ? 0 : quiet + 1;
    used = Math.min(used, now);
  }
  return used;
};
