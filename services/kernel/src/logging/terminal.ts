import type { DestinationStream } from 'pino';

/** A line of the log, as far as a terminal shows it. */
interface Line {
  readonly time: number;
  readonly level: number;
  readonly msg: string;
  readonly audit?: boolean;
  readonly err?: { readonly message?: string };
  /** What the error said, in a line of an outage that goes on. */
  readonly said?: string;
}

const ERROR = 50;

/**
 * The lines of a log as a person reads them: when, how bad, what. A line that records what somebody asked for
 * (`audit`) is left out: nobody has to act on it. `more` is where all lines are.
 */
export const terminalLines = (write: (text: string) => void, more: string): DestinationStream => ({
  write: (text) => {
    const { time, level, msg, audit, err, said = err?.message } = JSON.parse(text) as Line;
    if (audit === true) return;
    const at = new Date(time).toTimeString().slice(0, 8);
    const why = said === undefined ? '' : ` (${printable(said)})`;
    write(`${at} ${level >= ERROR ? 'error' : 'warning'}: ${msg}${why}; more in ${more}\n`);
  },
});

/** On one line, and without what a terminal would act on. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
