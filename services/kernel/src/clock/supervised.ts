import type { Logger } from '../logging/port.js';
import { pause } from './pause.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Runs something until the signal aborts; when it throws, says so and runs it again after a pause. The pause grows with
 * each failure, and is short again when it ran for longer than the longest of them.
 */
export const supervised = async (
  name: string,
  signal: AbortSignal,
  logger: Logger,
  run: () => Promise<void>,
): Promise<void> => {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const began = performance.now();
    try {
      await run();
      return;
    } catch (error) {
      logger.error({ err: error, work: name }, 'work stopped and is started again');
      if (performance.now() - began > LONGEST_PAUSE_MS) failures = 0;
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
    }
  }
};
