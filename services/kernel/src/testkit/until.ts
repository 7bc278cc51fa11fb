import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 5;

/** Answers as soon as something holds. Throws when it does not in time. */
export const until = async (holds: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> => {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end)
      throw new Error(`it does not hold after ${timeoutMs} ms: ${holds.toString()}`);
    await pause(LOOK_EVERY_MS);
  }
};
