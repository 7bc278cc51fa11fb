import type { Append, EventLog } from '../eventlog/port.js';

/** For specs: what a worker that dies throws, where it stands. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** A log under which the worker dies at the slice of this number: before it is appended, or after. */
export const crashingLog = (log: EventLog, slice: number, when: 'before' | 'after'): EventLog => {
  let slices = 0;
  return {
    append: (append) => log.append(append),
    appendMany: async (appends: readonly Append[]) => {
      slices += 1;
      if (slices === slice && when === 'before') throw new Crash();
      const outcomes = await log.appendMany(appends);
      if (slices === slice) throw new Crash();
      return outcomes;
    },
    read: (stream, options) => log.read(stream, options),
    readAll: (options) => log.readAll(options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    isPosition: (text) => log.isPosition(text),
    close: () => log.close(),
  };
};
