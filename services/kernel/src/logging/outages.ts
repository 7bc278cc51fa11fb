import { CairnError } from '../errors/cairn-error.js';
import type { Logger } from './port.js';

/** An outage is over when nothing was hit by it for so long. */
const OVER_AFTER_MS = 10_000;
const ONE_LINE_EVERY_MS = 1_000;

interface Outage {
  readonly since: number;
  hits: number;
  lastHit: number;
  lastLine: number;
  readonly over: NodeJS.Timeout;
}

type Level = 'info' | 'warn' | 'error';

/**
 * The same logger, quiet while an engine is away: the first line of an outage is as it was, with its stack; what it hits
 * then is one line a second at most, without stacks; when nothing was hit for ten seconds a line sums it up. An outage is
 * known by the name of its error, `LogUnavailable` say. Lines without such an error pass.
 */
export const quietInOutages = (logger: Logger): Logger => quiet(logger, new Map());

const quiet = (logger: Logger, outages: Map<string, Outage>): Logger => {
  const line =
    (level: Level) =>
    (facts: object, message: string): void => {
      const away = awayIn(facts);
      if (away === undefined) logger[level](facts, message);
      else hit(logger, outages, away, () => ({ level, facts, message }));
    };
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    child: (facts) => quiet(logger.child(facts), outages),
  };
};

/** The error of a line, when it passes by itself: an engine is away, the answer to an append was lost. */
const awayIn = (facts: object): Error | undefined => {
  const error: unknown = 'err' in facts ? facts.err : undefined;
  return error instanceof CairnError && error.transient ? error : undefined;
};

interface Line {
  readonly level: Level;
  readonly facts: object;
  readonly message: string;
}

const hit = (logger: Logger, outages: Map<string, Outage>, error: Error, lineOf: () => Line): void => {
  const now = Date.now();
  const known = outages.get(error.name);
  if (known === undefined) {
    const { level, facts, message } = lineOf();
    outages.set(error.name, begun(logger, outages, error.name, now));
    logger[level]({ ...facts, outage: error.name }, message);
    return;
  }
  known.hits += 1;
  known.lastHit = now;
  known.over.refresh();
  if (now - known.lastLine < ONE_LINE_EVERY_MS) return;
  known.lastLine = now;
  const { level, facts, message } = lineOf();
  logger[level](
    { ...facts, err: undefined, outage: error.name, hits: known.hits, said: error.message },
    message,
  );
};

const begun = (logger: Logger, outages: Map<string, Outage>, name: string, now: number): Outage => {
  const over = setTimeout(() => {
    const outage = outages.get(name);
    outages.delete(name);
    if (outage === undefined) return;
    const { since, hits, lastHit } = outage;
    logger.warn({ outage: name, seconds: Math.round((lastHit - since) / 1000), hits }, 'an outage is over');
  }, OVER_AFTER_MS);
  // A process that has nothing else to do ends without waiting for it.
  over.unref();
  return { since: now, hits: 1, lastHit: now, lastLine: now, over };
};
