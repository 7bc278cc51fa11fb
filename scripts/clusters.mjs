// What the suites on a cluster share: which engines are missing, and one cluster for many spec files, so that it is not started
// for each of them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const require = createRequire(import.meta.url);

export const ON_CLUSTER = { CAIRN_TEST_TOPOLOGY: 'cluster' };

/** The engines that are not on this machine: `{ name, product, missing }`, with the reason. Nothing is installed. */
export const missingEngines = async () => {
  const { engineSource } = require('../deploy/engines/dist/source.js');
  const { engineStates } = require('../deploy/engines/dist/cli/states.js');
  const states = await engineStates(await engineSource(), { installs: false });
  return states.filter(({ missing }) => missing !== undefined);
};

/** The same of the tools of Kubernetes. */
export const missingTools = async () => {
  const { ALL_GROUPS, toolStates } = require('@cairn/kubernetes');
  const states = await toolStates(ALL_GROUPS, { installs: false });
  return states.filter(({ missing }) => missing !== undefined);
};

/** Says what is not run for lack of which engine or tool. */
export const tellMissing = (what, those) => {
  for (const { name, product, missing } of those)
    console.log(`${what} is not run: ${name} (${product}): ${missing}`);
};

const says = (file, words) => words.test(readFileSync(join(root, file), 'utf8'));

/** Whether a spec file of the black box runs on a cluster: on every topology, or there alone. */
export const isOfClusters = (file) =>
  /^test\/(faults\/cluster|consumers)\//.test(file) ||
  (file.startsWith('test/') && says(file, /\.each\(topologies\)/));

/** Whether it asks for a Cairn that others use too. */
export const shares = (file) => says(file, /topology\.shared\(/);

/** Whether it sees what others do, behind the public interface or by its own word: such files run one after the other. */
export const seesOthers = (file) => says(file, /cairn\.inside\.|@runs-alone/);

/**
 * Starts one cluster with these variables, runs `act` with those and the one that tells spec files of it, and ends it. Answers
 * whether it started.
 */
export const withSharedCluster = async (environment, act) => {
  const cluster = fork(join(root, 'test/support/topologies/shared-cluster-main.ts'), [], {
    cwd: root,
    execArgv: ['--conditions=source', '--import', 'tsx'],
    env: { ...process.env, ...environment },
  });
  const ended = once(cluster, 'exit');
  const told = await Promise.race([once(cluster, 'message'), ended.then(() => undefined)]);
  if (told === undefined) return false;
  await act({ ...environment, CAIRN_TEST_SHARED_CLUSTER: JSON.stringify(told[0]) });
  cluster.disconnect();
  await ended;
  return true;
};
