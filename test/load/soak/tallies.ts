import { quantile } from '../measuring.js';
import { LATE_MS, type StageResult, type Tally } from './stages.js';

/** One request: when it was sent, of the stage's time, and what was answered after how long, milliseconds. */
interface Sent {
  readonly atMs: number;
  outcome?: { readonly answer: string; readonly afterMs: number };
}

type Kind = 'good' | 'refused' | 'late' | 'failed';

const GOOD = ['200', '201'];
const REFUSED = ['429', '503'];

const kindOf = ({ outcome }: Sent): Kind => {
  if (outcome === undefined) return 'failed';
  if (REFUSED.includes(outcome.answer)) return 'refused';
  if (GOOD.includes(outcome.answer)) return outcome.afterMs <= LATE_MS ? 'good' : 'late';
  return outcome.answer === '202' ? 'late' : 'failed';
};

/** What was sent in a stage and what became of it. */
export class Tallies {
  readonly #all: Sent[] = [];

  constructor(private readonly seconds: number) {}

  /** Answers a function that takes the status or the error and the milliseconds until then. */
  sent(atMs: number): (answer: string, afterMs: number) => void {
    const one: Sent = { atMs };
    this.#all.push(one);
    return (answer, afterMs) => void (one.outcome = { answer, afterMs });
  }

  get result(): StageResult {
    const bySecond = Array.from({ length: this.seconds }, (): Sent[] => []);
    for (const one of this.#all) bySecond[Math.floor(one.atMs / 1000)]?.push(one);
    const others: Record<string, number> = {};
    for (const { outcome } of this.#all.filter((one) => ['late', 'failed'].includes(kindOf(one)))) {
      const answer = outcome?.answer ?? 'no answer';
      others[answer] = (others[answer] ?? 0) + 1;
    }
    return { ...tallyOf(this.#all), seconds: this.seconds, bySecond: bySecond.map(tallyOf), others };
  }
}

const tallyOf = (all: readonly Sent[]): Tally => {
  const times: Record<Kind, number[]> = { good: [], refused: [], late: [], failed: [] };
  for (const one of all) times[kindOf(one)].push(one.outcome?.afterMs ?? 0);
  const { good, refused, late, failed } = times;
  return {
    sent: all.length,
    good: good.length,
    refused: refused.length,
    late: late.length,
    failed: failed.length,
    goodP50: round(quantile(good, 0.5)),
    goodP99: round(quantile(good, 0.99)),
    refusedP50: round(quantile(refused, 0.5)),
    refusedP99: round(quantile(refused, 0.99)),
  };
};

/** To a tenth; 0 where nothing was measured. */
const round = (ms: number): number => (Number.isNaN(ms) ? 0 : Math.round(ms * 10) / 10);
