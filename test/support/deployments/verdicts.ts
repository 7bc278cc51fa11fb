import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProbePlan } from './plan.js';

/** What is held of a process by a probe. */
export interface Verdict {
  readonly isGood: boolean;
  /** What was answered last, or why nothing was. */
  readonly answer: string;
}

/**
 * Asks over HTTP as a kubelet does, and tells what it holds of the process: at first, and whenever the answers in a row
 * that the thresholds want have changed it. Ends when the signal aborts.
 */
export async function* verdicts(plan: ProbePlan, host: string, signal: AbortSignal): AsyncGenerator<Verdict> {
  const url = `http://${host}:${plan.port}${plan.path}`;
  let held: boolean | undefined;
  let last: boolean | undefined;
  let inARow = 0;
  await pause(plan.initialDelaySeconds * 1000, signal);
  while (!signal.aborted) {
    const askedAt = performance.now();
    const { isGood, answer } = await asked(url, plan.timeoutSeconds * 1000);
    inARow = isGood === last ? inARow + 1 : 1;
    last = isGood;
    const wanted = isGood ? plan.successThreshold : plan.failureThreshold;
    if (inARow >= wanted && isGood !== held) yield { isGood: (held = isGood), answer };
    await pause(plan.periodSeconds * 1000 - (performance.now() - askedAt), signal);
  }
}

/** Over a connection of its own, so that nothing but the process decides. */
const asked = async (url: string, timeoutMs: number): Promise<Verdict> => {
  const asking = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) });
  try {
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const { statusCode = 0 } = answer;
    return { isGood: statusCode >= 200 && statusCode < 400, answer: `${statusCode} ${await text(answer)}` };
  } catch (error) {
    return { isGood: false, answer: String(error) };
  }
};

/** An aborted signal ends it early. */
const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
};
