import { patience } from './patience.js';

/** The waits that are counted when a process with patience waits longer than one without it would. */
export type Wait = 'read_models' | 'place' | 'catching_up' | 'rights_proof' | 'rights_lease' | 'replica';

/** Waits of one kind that were over. */
export interface WaitsOver {
  readonly count: number;
  /** The longest of them, milliseconds. */
  readonly worstMs: number;
}

const over = new Map<Wait, WaitsOver>();

/** Since the start of this process, by kind; nothing for a kind of which none was over. */
export const waitsOver = (): ReadonlyMap<Wait, WaitsOver> => over;

/**
 * Tells how long a wait took, and how long it may take at patience 1, milliseconds: so that patience hides no lost
 * wake-up. Without patience nothing is counted: a wait that is over fails there.
 */
export const noteWait = (wait: Wait, tookMs: number, limitMs: number): void => {
  if (tookMs <= limitMs || patience() === 1) return;
  const { count, worstMs } = over.get(wait) ?? { count: 0, worstMs: 0 };
  over.set(wait, { count: count + 1, worstMs: Math.max(worstMs, tookMs) });
};

/** Waits, and tells how long it took, also where it failed. */
export const counted = async <Result>(
  wait: Wait,
  limitMs: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const began = performance.now();
  try {
    return await work();
  } finally {
    noteWait(wait, performance.now() - began, limitMs);
  }
};
