// `npm run test:cluster`: the whole black box on the cluster.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, root } from './prepare.mjs';

install();
build();

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/jest/bin/jest.js'), '--ci', '--runInBand', 'test/', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CAIRN_TEST_TOPOLOGY: 'cluster' } },
);
process.exit(status ?? 1);
