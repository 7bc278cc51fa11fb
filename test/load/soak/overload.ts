import { quantile } from '../measuring.js';
import type { Loads } from './loads.js';
import type { StageResult, Tally } from './stages.js';

/** That keep it busy. */
const CLIENTS = 32;
/** Of those who ask too much of it. */
const MANY = 500;
/** How many times what it can do at most is asked of it. */
const TIMES = 5;
/** What is asked of it afterwards, of what it can do at most. */
const NORMAL = 0.2;

export interface Overload {
  /** Good answers a second with as many clients as keep it busy. */
  readonly peak: number;
  readonly during: StageResult;
  readonly after: StageResult;
  /** Good answers a second during the overload, of the peak. */
  readonly share: number;
  /** From the end of the overload until normal requests were answered well; infinite when they never were. */
  readonly recoveredAfterSeconds: number;
}

/** Good answers a second when each of 32 clients sends its next request once it was answered. */
export const peakOf = async (load: Loads, seconds: number): Promise<number> => {
  const [first, second] = await load(
    CLIENTS,
    { kind: 'closed', connections: CLIENTS, seconds },
    { kind: 'closed', connections: CLIENTS, seconds },
  );
  return Math.max(...[first, second].map((result) => (result?.good ?? 0) / seconds));
};

/** Asks five times as much of it as it can do, then a fifth of that. */
export const overloaded = async (
  load: Loads,
  peak: number,
  seconds: { readonly during: number; readonly after: number },
): Promise<Overload> => {
  const [during, after] = await load(
    MANY,
    { kind: 'open', perSecond: TIMES * peak, seconds: seconds.during },
    { kind: 'open', perSecond: NORMAL * peak, seconds: seconds.after },
  );
  if (during === undefined || after === undefined) throw new Error('the generator told too little');
  return {
    peak,
    during,
    after,
    share: during.good / during.seconds / peak,
    recoveredAfterSeconds: recoveredAfter(after.bySecond),
  };
};

/** All was answered, and half of it as fast as can be told from what is normal in the end. */
const isWell = (second: Tally, normalMs: number): boolean =>
  second.good === second.sent && second.goodP50 <= normalMs;

const recoveredAfter = (bySecond: readonly Tally[]): number => {
  const normalMs =
    3 *
    quantile(
      bySecond.slice(bySecond.length / 2).map(({ goodP50 }) => goodP50),
      0.5,
    );
  const found = bySecond.findIndex((second) => isWell(second, normalMs));
  return found === -1 ? Number.POSITIVE_INFINITY : found;
};
