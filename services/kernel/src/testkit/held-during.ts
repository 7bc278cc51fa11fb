const TICK_MS = 5;

/** The longest that this process's loop was held while something was done, ms: others wait as long. */
export const heldDuring = async (act: () => Promise<unknown>): Promise<number> => {
  let held = 0;
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    held = Math.max(held, now - last - TICK_MS);
    last = now;
  };
  const ticks = setInterval(tick, TICK_MS);
  try {
    await act();
  } finally {
    clearInterval(ticks);
    tick();
  }
  return held;
};
