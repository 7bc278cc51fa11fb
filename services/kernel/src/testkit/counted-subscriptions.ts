import type { EventLog } from '../eventlog/port.js';

/** The same log, which counts how often it is subscribed to. */
export const countedSubscriptions = (log: EventLog) => {
  const counted = { opened: 0, open: 0 };
  const counting = Object.create(log) as EventLog;
  counting.subscribe = async function* (options) {
    counted.opened += 1;
    counted.open += 1;
    try {
      yield* log.subscribe(options);
    } finally {
      counted.open -= 1;
    }
  };
  return { log: counting, counted };
};
