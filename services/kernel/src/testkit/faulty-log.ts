import { OutcomeUnknown } from '../errors/cairn-error.js';
import { type Append, type AppendOutcome, type EventLog, LogUnavailable } from '../eventlog/port.js';

/** What happens to the next append. */
type Fault = 'lose the answer' | 'lose the request' | 'be unavailable' | 'go well';

export interface FaultyLog {
  readonly log: EventLog;
  /** Every append that was asked for, in order. */
  readonly asked: readonly Append[];
  /** The next appends meet these faults, one each. `between` runs after the fault, before the caller learns of it. */
  next(fault: Fault, between?: () => Promise<void>): void;
}

/** A log between which and its caller answers and requests are lost. */
export const faultyLog = (real: EventLog): FaultyLog => {
  const faults: { readonly fault: Fault; readonly between: (() => Promise<void>) | undefined }[] = [];
  const asked: Append[] = [];
  const append = async (wanted: Append): Promise<AppendOutcome> => {
    asked.push(wanted);
    const planned = faults.shift();
    if (planned === undefined) return real.append(wanted);
    if (planned.fault === 'lose the answer') await real.append(wanted);
    if (planned.fault === 'go well') return real.append(wanted);
    await planned.between?.();
    if (planned.fault === 'be unavailable') throw new LogUnavailable('the log cannot be reached');
    throw new OutcomeUnknown('no answer came');
  };
  const log: EventLog = {
    append,
    appendMany: (appends) => real.appendMany(appends),
    read: (stream, options) => real.read(stream, options),
    readAll: (options) => real.readAll(options),
    subscribe: (options) => real.subscribe(options),
    head: () => real.head(),
    isPosition: (text) => real.isPosition(text),
    close: () => real.close(),
  };
  return { log, asked, next: (fault, between) => void faults.push({ fault, between }) };
};
