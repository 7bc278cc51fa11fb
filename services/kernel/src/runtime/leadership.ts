/**
 * Runs something as long as this process is the one that does it, again whenever it becomes so, until the signal aborts.
 * It saves work that would be done twice; nothing relies on it (law 1).
 */
export type Leadership = (
  name: string,
  signal: AbortSignal,
  lead: (leading: AbortSignal) => Promise<void>,
) => Promise<void>;

/** A process that nobody shares the work with. */
export const alone: Leadership = (_name, signal, lead) => lead(signal);
