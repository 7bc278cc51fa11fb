import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Config,
  messageOf,
  type RunningProcess,
  Started,
  StartError,
  takeDataFolder,
} from '@cairn/kernel';
import { Child } from './child.js';
import { startEngines } from './engines.js';
import type { KeptEngine } from './kept-engine.js';
import { planOf } from './plan.js';
import { Ports } from './ports.js';

/**
 * The whole cluster on this machine: the engines that the configuration does not name, and every process. What ends by
 * itself is started again. `processes.json` in the folder says what there is now. Throws `StartError`.
 */
export const startCluster = (config: Config): Promise<RunningProcess> =>
  Started.by((started) => startAll(config, started));

const startAll = async (config: Config, started: Started): Promise<RunningProcess> => {
  const data = takeDataFolder(join(config.CAIRN_DATA_DIR, 'cluster'));
  started.then(() => data.release());
  const folder = data.path;
  const ports = new Ports(folder, say);
  const children: Child[] = [];
  const kept: KeptEngine[] = [];
  const record = (): void => writeProcesses(folder, kept, children);
  const options = { changed: record, say };
  const engines = await startEngines({ config, folder: join(folder, 'engines'), ports, ...options });
  started.then(engines.stop);
  kept.push(...engines.engines);
  const plan = await planOf(config, engines.environment, ports);
  started.then(() => rmSync(processesFile(folder), { force: true }));
  for (const group of plan.groups) {
    const some = group.map((one) => new Child(one, options));
    children.push(...some);
    started.then(async () => {
      await Promise.all(some.map((child) => child.stop()));
    });
    await Promise.all(some.map((child) => startChild(child)));
  }
  record();
  return {
    greeting: greetingOf(plan.gateways, kept, children, folder),
    farewell: 'Cairn has stopped.',
    stop: () => started.stop(),
  };
};

/** On stderr, as what processes log. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const startChild = async (child: Child): Promise<void> => {
  try {
    await child.start();
    process.stdout.write(administratorOf(child));
  } catch (error) {
    throw new StartError(messageOf(error));
  }
};

/** Printed at once: it is said once, and the start of another process may fail yet. */
const administratorOf = ({ said }: Child): string => /^Administrator: .*\n/m.exec(said)?.[0] ?? '';

const greetingOf = (
  gateways: readonly string[],
  engines: readonly KeptEngine[],
  children: readonly Child[],
  folder: string,
): readonly string[] => [
  `Cairn is ready at ${gateways.join(' and ')}`,
  `Documentation: ${gateways[0] ?? ''}/docs`,
  ...engines.map(({ engine }) => `Engine: ${engine.product} at ${engine.url}`),
  `Processes: ${children.map(({ name }) => name).join(', ')}; see ${processesFile(folder)}`,
];

/** There while the cluster runs; what is killed leaves it behind. */
const processesFile = (folder: string): string => join(folder, 'processes.json');

/** Replaced whole, so that a reader never sees half of it. */
const writeProcesses = (folder: string, engines: readonly KeptEngine[], children: readonly Child[]): void => {
  const file = processesFile(folder);
  const content = {
    processes: children.map(({ name, pid, plan, metricsUrl, isReady, endedWith }) => ({
      name,
      pid,
      ready: isReady,
      url: `http://${plan.environment['CAIRN_HOST'] ?? ''}:${plan.environment['CAIRN_PORT'] ?? ''}`,
      metricsUrl,
      endedWith,
    })),
    engines: engines.map(({ engine: { name, product, url, folder: data, pid }, isReady, endedWith }) => ({
      name,
      product,
      pid,
      ready: isReady,
      url,
      folder: data,
      endedWith,
    })),
  };
  writeFileSync(`${file}.new`, JSON.stringify(content, undefined, 2));
  renameSync(`${file}.new`, file);
};
