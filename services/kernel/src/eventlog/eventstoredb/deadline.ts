/** A moment until which something is tried, whatever is done to the time of day meanwhile. */
export class Deadline {
  readonly #at: number;

  constructor(readonly ms: number) {
    this.#at = performance.now() + ms;
  }

  /** Milliseconds; 0 when it has passed. */
  get left(): number {
    return Math.max(0, this.#at - performance.now());
  }
}

/** What was waited for did not come in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

export interface Alarm {
  readonly cancel: () => void;
  /** It begins anew. */
  readonly again: () => void;
}

/**
 * Tells after so many milliseconds, and not before what has already come was heard: when this process was busy, its
 * timers are called before its sockets are read.
 */
export const onceHeard = (ms: number, tell: () => void): Alarm => {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    reading = setImmediate(tell);
  }, ms);
  return {
    cancel: () => {
      clearTimeout(timer);
      clearImmediate(reading);
    },
    again: () => {
      clearImmediate(reading);
      timer.refresh();
    },
  };
};

/** The result, or `TimedOut` after so many milliseconds; the work itself goes on. */
export const within = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const alarm = onceHeard(ms, () => reject(new TimedOut(`no answer within ${Math.round(ms)} ms`)));
    void work.then(resolve, reject).finally(alarm.cancel);
  });
