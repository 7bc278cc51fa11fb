// jest on the cluster, and on one that spec files of the black box share, so that it is not started for each of them.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './prepare.mjs';

/** The spec files that ask for a Cairn that others use too. */
export const sharingFiles = () =>
  readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => join(root, 'test', name))
    .filter((file) => file.endsWith('.spec.ts') && readFileSync(file, 'utf8').includes('topology.shared('))
    .map((file) => relative(root, file))
    .sort();

/** Files that see what others do, behind the public interface or by their own word: they run one after the other. */
const seesOthers = (file) => /cairn\.inside\.|@runs-alone/.test(readFileSync(join(root, file), 'utf8'));

/** Runs jest on the cluster, unless told otherwise one file after the other: a cluster is a dozen processes. Answers its exit code. */
export const jestOnCluster = (args, environment = {}, workers = '--runInBand') => {
  // After a whole run Node 20 was seen to turn for ever in the end of its process (`CleanupHandles`).
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), '--ci', workers, '--forceExit'];
  const env = { ...process.env, CAIRN_TEST_TOPOLOGY: 'cluster', ...environment };
  const { status } = spawnSync(process.execPath, [...jest, ...args], { cwd: root, stdio: 'inherit', env });
  return status ?? 1;
};

/** Runs jest on files beside one cluster for all of them; answers its exit code. */
export const jestOnSharedCluster = async (files) => {
  const cluster = fork(join(root, 'test/support/topologies/shared-cluster-main.ts'), [], {
    cwd: root,
    execArgv: ['--conditions=source', '--import', 'tsx'],
    env: { ...process.env, CAIRN_TEST_TOPOLOGY: 'cluster' },
  });
  const ended = once(cluster, 'exit');
  const told = await Promise.race([once(cluster, 'message'), ended.then(() => undefined)]);
  if (told === undefined) return 1;
  const shared = { CAIRN_TEST_SHARED_CLUSTER: JSON.stringify(told[0]) };
  const run = (some, workers) =>
    some.length === 0 ? 0 : jestOnCluster(['--runTestsByPath', ...some], shared, workers);
  const statuses = [
    run(
      files.filter((file) => !seesOthers(file)),
      '--maxWorkers=2',
    ),
    run(files.filter(seesOthers)),
  ];
  cluster.disconnect();
  await ended;
  return Math.max(...statuses);
};
