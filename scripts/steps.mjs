// Steps of a test command: one after the other or side by side, each with its name and how long it took.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './prepare.mjs';

export const node = (...args) => [process.execPath, args];

/** A step that runs jest; `topology` is where the black box runs. */
export const jest = (name, topology, ...more) => [
  name,
  node(join(root, 'node_modules/jest/bin/jest.js'), '--ci', ...more),
  topology === undefined ? {} : { CAIRN_TEST_TOPOLOGY: topology },
];

/** Whether it went well. */
const run = async ([name, [command, args], environment = {}]) => {
  const began = Date.now();
  console.log(`── ${name}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [code] = await once(child, 'close');
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  console.log(code === 0 ? `── ${name}: ${took}` : `── ${name} failed`);
  return code === 0;
};

const inOrder = async (steps) => {
  for (const step of steps) if (!(await run(step))) return false;
  return true;
};

/**
 * Runs rounds one after the other; the lanes of a round side by side, the steps of a lane one after the other. Whether all
 * went well; what comes after a failure is not run.
 */
export const runRounds = async (rounds) => {
  for (const round of rounds) if ((await Promise.all(round.map(inOrder))).includes(false)) return false;
  return true;
};
