import { once } from 'node:events';
import { patient, setPatience } from '../clock/patience.js';
import { type Config, readConfig } from '../config/index.js';
import type { LogNames } from '../logging/index.js';
import { isExplained } from '../errors/cairn-error.js';
import { collectEarly } from './heap-growth.js';
import { nameEveryLine } from './named-lines.js';
import { codeOf, ENGINE_AWAY_EXIT, EngineAway, messageOf, StartError } from './start-error.js';

/** What a `main` has started. */
export interface RunningProcess {
  /** Printed when it is ready: what it is and where to go. */
  readonly greeting: readonly string[];
  /** Printed when everything has stopped. */
  readonly farewell?: string;
  /** Finishes what is in flight, then stops everything. */
  stop(this: void): Promise<void>;
}

const STOP_WITHIN_MS = 10_000;
/** What shells and containers add to the number of the signal by which a process ended: 143 for SIGTERM. */
const TOLD_BY = 128;
/** The terminal tells a process of Ctrl-C, and npm or a shell tells it again: that is one signal. */
const SAME_MS = 1_000;
/** Whatever a process writes (databases, mails, uploads, logs) is for who runs it, whatever the shell says. */
const OWNER_ALONE = 0o077;
/** The AWS SDK tells whoever runs a process which Node its later versions will need: that is for who makes a release. */
const QUIET_SDK = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };

/**
 * A `main`: reads the configuration, starts, prints where to go, stops on SIGTERM and SIGINT, which end a start at once. A
 * start that cannot go on says why in one sentence and exits 1, or `ENGINE_AWAY_EXIT`. `names`: of a process among others, whatever it says names it.
 */
export const runProcess = async (
  start: (config: Config) => Promise<RunningProcess>,
  names?: () => LogNames,
): Promise<void> => {
  if (names !== undefined) nameEveryLine(names);
  collectEarly();
  process.umask(OWNER_ALONE);
  Object.assign(process.env, QUIET_SDK);
  const orphaned = process.channel === undefined ? undefined : once(process, 'disconnect');
  const isStarted = endStartWhenTold(orphaned !== undefined);
  try {
    const file = process.env['CAIRN_CONFIG'];
    if (file !== undefined && file !== '') loadSettings(file);
    const config = readConfig(process.env);
    setPatience(config.CAIRN_PATIENCE);
    const running = await start(config);
    isStarted();
    stopWhenTold(running, orphaned);
    process.stdout.write(`${running.greeting.join('\n')}\n`);
  } catch (error) {
    if (!isExplained(error)) throw error;
    process.stderr.write(`${saidBy(names)}${error.message}\n`);
    process.exit(error instanceof EngineAway ? ENGINE_AWAY_EXIT : 1);
  }
};

/**
 * The system ends a process that has no handler, but never the first one of a container: there it would ignore what it is
 * told until it is started. Nothing is lost by it, as by `kill -9`. Answers what says that the start is over.
 */
const endStartWhenTold = (isForked: boolean): (() => void) => {
  const end = (_: NodeJS.Signals, number: number): never => process.exit(TOLD_BY + number);
  process.on('SIGTERM', end);
  // Ctrl-C in a terminal goes to every process there: a forked one is told by who forked it, or ends when that is gone.
  process.on('SIGINT', isForked ? () => undefined : end);
  return () => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, end);
  };
};

/** Who says a sentence that stands by itself, where several processes write to one terminal. */
const saidBy = (names: (() => LogNames) | undefined): string =>
  names === undefined ? '' : `${names().process}: `;

/** Throws `StartError` when the file of settings cannot be read. */
const loadSettings = (file: string): void => {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new StartError(
      `CAIRN_CONFIG names ${file}, which cannot be read as settings (${codeOf(error)}): name a file with lines like those of .env.example, or unset it.`,
      { cause: error },
    );
  }
};

/**
 * What is in flight is finished; a second signal, or ten seconds (times the patience), end it at once. A process that was forked ends when
 * the one that forked it is gone.
 */
const stopWhenTold = (running: RunningProcess, orphaned: Promise<unknown> | undefined): void => {
  let toldAt: number | undefined;
  const stop = (): void => {
    if (toldAt !== undefined) {
      if (performance.now() - toldAt > SAME_MS) process.exit(1);
      return;
    }
    toldAt = performance.now();
    setTimeout(() => process.exit(1), patient(STOP_WITHIN_MS)).unref();
    void stopped(running).then((code) => process.exit(code));
  };
  process.on('SIGTERM', stop);
  if (orphaned === undefined) process.on('SIGINT', stop);
  void orphaned?.then(stop);
};

/** Answers the exit code. */
const stopped = async ({ stop, farewell }: RunningProcess): Promise<number> => {
  try {
    await stop();
    if (farewell !== undefined) process.stdout.write(`${farewell}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`Not everything stopped in an orderly way: ${messageOf(error)}.\n`);
    return 1;
  }
};
