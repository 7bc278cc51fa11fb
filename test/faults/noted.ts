import { metricOf } from '../support/metrics.js';
import type { ServedCairn } from '../support/topology.js';

const AT_ONCE = 16;
/** How many accesses wait for a journal that takes none; a fifth of the room is for those of administrators. */
const MOST_WAITING = 10_000;
export const MOST_OF_OTHERS = (MOST_WAITING * 4) / 5;

export interface Answered {
  readonly statuses: ReadonlySet<number>;
  /** Half of the answers came within so many milliseconds. */
  readonly medianMs: number;
}

/** Asks so many times, some at once. */
export const asked = async (count: number, ask: () => Promise<number>): Promise<Answered> => {
  const statuses = new Set<number>();
  const took: number[] = [];
  let left = count;
  const inTurn = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const began = performance.now();
      statuses.add(await ask());
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  const medianMs = took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0;
  return { statuses, medianMs };
};

/** What the process of the first gateway says that its journal did not keep. */
export const droppedAt = (cairn: Pick<ServedCairn, 'metricsUrl'>): Promise<number> =>
  metricOf(cairn, 'cairn_journal_dropped_total\\{kind="access"\\}');

/** A line of the log of a process that says that its journal cannot be written. */
export interface ToldLine {
  readonly instance: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly waiting: number;
  readonly dropped: number;
}

export const toldIn = (printed: string): readonly ToldLine[] =>
  printed
    .split('\n')
    .filter((line) => line.includes('the journal cannot be written'))
    .map((line) => {
      const { instance, time, waiting, dropped } = JSON.parse(line.slice(line.indexOf('{'))) as ToldLine & {
        readonly time: number | string;
      };
      return { instance, at: new Date(time).getTime(), waiting, dropped };
    });
