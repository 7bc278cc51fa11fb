import { nextTurn } from '../clock/pause.js';
import type { Done, Executed } from './executed.js';
import type { Refusal } from '../base/refusal.js';

/** So many of them are under way at once: enough for a group commit, too few to keep others out. */
const AT_ONCE = 64;

/** Runs many small commands, some at a time; the outcomes are in the order given. */
export const eachOf = async <Element, Outcome>(
  elements: readonly Element[],
  run: (element: Element, index: number) => Promise<Outcome>,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < elements.length; from += AT_ONCE) {
    const slice = elements.slice(from, from + AT_ONCE);
    outcomes.push(...(await Promise.all(slice.map((element, index) => run(element, from + index)))));
    // Refused ones wait for nothing, and 10,000 of them would keep everybody else out.
    await nextTurn();
  }
  return outcomes;
};

/** One element of a bulk that was refused. */
export const rowError = (index: number, { refused, detail }: Refusal) => ({
  index,
  code: refused,
  message: detail,
});

/** Whether a command changed something, now or when it was here before. */
export const hasChanged = (done: Done): boolean => done.replayed || done.appended > 0;

/** The parent's outcome with the position of the last of the many: readers wait for that one (law 2). */
export const withLastPosition = (parent: Done, done: readonly Executed[]): Done => {
  const positions = done.flatMap((one) => ('position' in one ? [one.position] : []));
  const position = positions.reduce((last, one) => (one > last ? one : last), parent.position);
  return { ...parent, position };
};

/** Ids of rows that stand in the request before: a stream is addressed once by a command. */
export const repeated = (ids: readonly string[]): ReadonlySet<number> => {
  const seen = new Set<string>();
  const again = new Set<number>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) again.add(index);
    seen.add(id);
  }
  return again;
};
