// `npm run test:faults`: the faults at their full size: 300 kills, restarts of logs with 100,000 and a million events.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

await prepare();

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/jest/bin/jest.js'),
    '--ci',
    '--runInBand',
    '--forceExit',
    'test/faults',
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      CAIRN_TEST_KILLS: '300',
      CAIRN_TEST_LOG_SIZES: '10000,100000,1000000',
      CAIRN_TEST_PAIRS: '10000',
      CAIRN_TEST_FAULTS: 'long',
      ...process.env,
    },
  },
);
process.exit(status ?? 1);
