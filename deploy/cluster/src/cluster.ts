import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EngineMissing } from '@cairn/engines';
import { type Config, type RunningProcess, Started, StartError } from '@cairn/kernel';
import { Child } from './child.js';
import { type ClusterEngines, startEngines } from './engines.js';
import { planOf } from './plan.js';

/**
 * The whole cluster on this machine: the engines that the configuration does not name, and every process. A process that
 * ends by itself is started again. `processes.json` in the folder says which there are now.
 */
export const startCluster = async (config: Config): Promise<RunningProcess> => {
  try {
    return await Started.by((started) => startAll(config, started));
  } catch (error) {
    throw error instanceof EngineMissing ? new StartError(error.message) : error;
  }
};

const startAll = async (config: Config, started: Started): Promise<RunningProcess> => {
  const folder = join(resolve(config.CAIRN_DATA_DIR), 'cluster');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const engines = await startEngines(config, join(folder, 'engines'));
  started.then(() => engines.stop());
  const plan = await planOf(config, engines.environment);
  const children: Child[] = [];
  const record = (): void => writeProcesses(folder, engines, children);
  started.then(() => rmSync(processesFile(folder), { force: true }));
  for (const group of plan.groups) {
    const some = group.map((one) => new Child(one, record));
    children.push(...some);
    started.then(async () => {
      await Promise.all(some.map((child) => child.stop()));
    });
    await Promise.all(some.map((child) => startChild(child)));
  }
  record();
  return {
    greeting: greetingOf(plan.gateways, engines, children, folder),
    farewell: 'Cairn has stopped.',
    stop: () => started.stop(),
  };
};

const startChild = async (child: Child): Promise<void> => {
  try {
    await child.start();
    process.stdout.write(administratorOf(child));
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
};

/** Printed at once: it is said once, and the start of another process may fail yet. */
const administratorOf = ({ said }: Child): string => /^Administrator: .*\n/m.exec(said)?.[0] ?? '';

const greetingOf = (
  gateways: readonly string[],
  { engines }: ClusterEngines,
  children: readonly Child[],
  folder: string,
): readonly string[] => [
  `Cairn is ready at ${gateways.join(' and ')}`,
  `Documentation: ${gateways[0] ?? ''}/docs`,
  ...engines.map(({ product, url }) => `Engine: ${product} at ${url}`),
  `Processes: ${children.map(({ name }) => name).join(', ')}; see ${processesFile(folder)}`,
];

/** There while the cluster runs; what is killed leaves it behind. */
const processesFile = (folder: string): string => join(folder, 'processes.json');

/** Replaced whole, so that a reader never sees half of it. */
const writeProcesses = (folder: string, { engines }: ClusterEngines, children: readonly Child[]): void => {
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
    engines: engines.map(({ name, product, url, folder: data }) => ({ name, product, url, folder: data })),
  };
  writeFileSync(`${file}.new`, JSON.stringify(content, undefined, 2));
  renameSync(`${file}.new`, file);
};
