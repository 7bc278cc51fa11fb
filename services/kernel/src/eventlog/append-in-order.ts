import type { Append, AppendOutcome, EventLog } from './port.js';

/** `EventLog.appendInOrder`, or for a log that has none the same by one append after the other. */
export const appendInOrder = async (
  log: EventLog,
  appends: readonly Append[],
): Promise<readonly AppendOutcome[]> => {
  if (log.appendInOrder !== undefined) return log.appendInOrder(appends);
  const outcomes: AppendOutcome[] = [];
  for (const append of appends) {
    const outcome = await log.append(append);
    outcomes.push(outcome);
    if (outcome.status === 'conflict') break;
  }
  return outcomes;
};
