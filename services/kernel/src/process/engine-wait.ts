import { patient } from '../clock/patience.js';
import { pause } from '../clock/pause.js';
import { DocumentsUnavailable } from '../documents/port.js';
import { isTransient } from '../errors/cairn-error.js';
import { LargeDataUnavailable, LogRefused, LogUnavailable } from '../eventlog/port.js';
import type { Logger } from '../logging/port.js';
import { PublisherUnavailable } from '../publisher/port.js';
import { RegistersUnavailable } from '../registers/port.js';
import type { Config } from '../config/index.js';
import { VaultUnavailable } from '../vault/port.js';
import { loginRefusal } from './explained.js';
import { EngineAway, StartError } from './start-error.js';

/** How long a start waits for an engine that does not answer, times the patience. The chart's startup probes give it longer. */
export const ENGINE_WAIT_MS = 60_000;
const LINE_EVERY_MS = 5_000;
const AGAIN_MS = 250;

/** What a start that waits needs to know. */
export interface Starting {
  readonly config: Config;
  readonly logger: Pick<Logger, 'warn'>;
}

/** An error that says that an engine cannot be used now, and the setting that names this engine. */
interface Away {
  readonly setting: keyof Config;
  readonly error: Error;
}

/**
 * Runs a step of the start that asks engines. While one of them does not answer, the step is run again, and the log says
 * so every five seconds. The step must do the same when it is run again.
 *
 * Throws `EngineAway` when an engine does not answer for a minute. Throws at once what waiting does not mend, such as a
 * password that is refused; then as `StartError`.
 */
export const untilEnginesAnswer = async <Result>(
  { config, logger }: Starting,
  step: () => Promise<Result>,
): Promise<Result> => {
  let waiting: Waiting | undefined;
  try {
    for (;;)
      try {
        return await step();
      } catch (error) {
        const away = awayIn(error, config);
        if (away === undefined) throw error;
        throwIfRefused(away, config);
        waiting ??= new Waiting(logger);
        waiting.goOn(away);
        await pause(AGAIN_MS);
      }
  } finally {
    waiting?.end();
  }
};

/** Begins when a step has failed for the first time. */
class Waiting {
  readonly #beganMs = performance.now();
  readonly #ticker = setInterval(() => this.#say(), LINE_EVERY_MS);
  #away: Away | undefined;

  constructor(private readonly logger: Starting['logger']) {}

  /** Throws when there is no reason to wait any longer. */
  goOn(away: Away): void {
    const isFirst = this.#away === undefined;
    this.#away = away;
    if (isFirst) this.#say();
    if (performance.now() - this.#beganMs >= patient(ENGINE_WAIT_MS)) throw givenUp(away);
    if (isOrphaned())
      throw new StartError('The start ends: the process that began it is gone.', { cause: away.error });
  }

  end(): void {
    clearInterval(this.#ticker);
  }

  #say(): void {
    if (this.#away === undefined) return;
    const { setting, error } = this.#away;
    const waitedSeconds = Math.round((performance.now() - this.#beganMs) / 1000);
    this.logger.warn({ err: error, setting, waitedSeconds }, 'the start waits for an engine');
  }
}

/** Of a process that was forked. Its engines may have gone with the process that forked it. */
const isOrphaned = (): boolean => process.send !== undefined && !process.connected;

const SETTINGS: readonly {
  readonly setting: keyof Config;
  readonly isAway: (error: unknown) => boolean;
}[] = [
  {
    setting: 'CAIRN_EVENTSTOREDB_URL',
    isAway: (error) => error instanceof LogUnavailable && !(error instanceof LargeDataUnavailable),
  },
  {
    setting: 'CAIRN_MONGODB_URL',
    isAway: (error) => error instanceof DocumentsUnavailable || error instanceof RegistersUnavailable,
  },
  { setting: 'CAIRN_VAULT_MONGODB_URL', isAway: (error) => error instanceof VaultUnavailable },
  { setting: 'CAIRN_KAFKA_BROKERS', isAway: (error) => error instanceof PublisherUnavailable },
];

/** Also where it is the cause. An embedded engine is named by no setting: nobody starts it beside this process. */
const awayIn = (thrown: unknown, config: Config): Away | undefined => {
  if (!(thrown instanceof Error) || !isTransient(thrown)) return undefined;
  const known = SETTINGS.find(({ setting, isAway }) => config[setting] !== '' && isAway(thrown));
  return known === undefined ? awayIn(thrown.cause, config) : { setting: known.setting, error: thrown };
};

const throwIfRefused = ({ setting, error }: Away, config: Config): void => {
  if (error instanceof LogRefused) throw new StartError(error.message, { cause: error });
  const refusal = loginRefusal(setting, String(config[setting]), error);
  if (refusal !== undefined) throw refusal;
};

const givenUp = ({ setting, error }: Away): EngineAway => {
  const seconds = patient(ENGINE_WAIT_MS) / 1000;
  const said = error.message.replace(/[.?]$/, '');
  return new EngineAway(
    `The start waited ${seconds} s for the engine that ${setting} names: ${said}${isUnreached(error) ? '' : LATE}.`,
    { cause: error },
  );
};

const LATE = '; where it answers, but late, set CAIRN_PATIENCE to more';

/** The system says why nothing was reached (`ECONNREFUSED`, `EAI_AGAIN`): more patience would not help. */
const isUnreached = ({ message }: Error): boolean => /\bE(?:[A-Z]{4,}|AI_[A-Z]+)\b/.test(message);
