import { join } from 'node:path';
import type { EngineName } from '../engine.js';
import { withLock } from '../install/lock.js';
import { freePort, isFree } from '../process/free-port.js';
import { startEngine } from '../start-engine.js';
import { printEngines, type ReadyEngine } from './print-engines.js';
import { ENGINE_NAMES } from './states.js';

/** Where people look for them; another port is taken when one is in use. The compose file has the same. */
const USUAL_PORTS: Readonly<Record<EngineName, number>> = {
  eventstoredb: 2113,
  mongodb: 27017,
  kafka: 9092,
  s3: 7070,
  smtp: 1025,
};

/** Starts every engine on folders below `folder`, prints what they are, and stays until it is told to end. */
export const serve = (folder: string): Promise<number> =>
  withLock(
    join(folder, 'engines.lock'),
    async () => {
      const ended = nextSignal();
      const started = await startAll(folder);
      try {
        printEngines(started);
        console.log('\nThey run until Ctrl-C.');
        await ended;
      } finally {
        await stopAll(started);
      }
      return 0;
    },
    {
      waiting: (owner) => {
        throw new Error(`The engines of ${folder} are run by process ${owner} already.`);
      },
      longestMs: Infinity,
    },
  );

/** One that fails stops the others. */
const startAll = async (folder: string): Promise<readonly ReadyEngine[]> => {
  const starting = await Promise.allSettled(ENGINE_NAMES.map((name) => startOne(name, join(folder, name))));
  const started = starting.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = starting.find((each) => each.status === 'rejected');
  if (failed === undefined) return started;
  await stopAll(started);
  throw failed.reason;
};

const startOne = async (name: EngineName, folder: string): Promise<ReadyEngine> => {
  const usual = USUAL_PORTS[name];
  const port = (await isFree(usual)) ? usual : await freePort();
  const began = performance.now();
  const engine = await startEngine(name, { folder, port });
  return { engine, readyMs: Math.round(performance.now() - began) };
};

const stopAll = async (started: readonly ReadyEngine[]): Promise<void> => {
  await Promise.all(started.map(({ engine }) => engine.stop()));
};

const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stay = setInterval(() => undefined, 60_000);
    const end = (): void => {
      clearInterval(stay);
      resolve();
    };
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  });
