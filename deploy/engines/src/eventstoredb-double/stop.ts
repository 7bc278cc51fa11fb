import { setTimeout as delay } from 'node:timers/promises';
import type { OpenCalls } from './streams/open-calls.js';
import { shutDown } from './wire/refusal.js';

/** How long the connections stay after the calls have ended, so that clients hear of it. */
const FAREWELL_MS = 100;

/**
 * Stops. With `graceMs` it serves on so long first, as the server does for 5 s (24.6 takes no writes meanwhile), and
 * then ends the calls that are open with code 13. Without it, or when it is asked again without it, all ends at once.
 */
export type Stop = (options?: { readonly graceMs?: number }) => Promise<void>;

export const stopOf = (calls: OpenCalls, close: () => Promise<void>): Stop => {
  const hurry = new AbortController();
  const hurried = new Promise<void>((resolve) => {
    hurry.signal.addEventListener('abort', () => resolve());
  });
  const atMost = (ms: number): Promise<void> => Promise.race([hurried, delay(ms, undefined, { ref: false })]);
  const inOrder = async (graceMs: number): Promise<void> => {
    calls.stopping = true;
    await atMost(graceMs);
    calls.endAll(shutDown());
    await atMost(FAREWELL_MS);
  };
  const stop = async (graceMs: number): Promise<void> => {
    if (graceMs > 0) await inOrder(graceMs);
    await close();
  };
  let stopped: Promise<void> | undefined;
  return ({ graceMs = 0 } = {}) => {
    if (graceMs === 0) hurry.abort();
    stopped ??= stop(graceMs);
    return stopped;
  };
};
