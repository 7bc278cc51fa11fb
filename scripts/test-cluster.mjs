// `npm run test:cluster`: the whole black box on the cluster, one file after the other; `-- <path>` runs jest on a path.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, root } from './prepare.mjs';

install();
build();

/** What starts one machine itself, or nothing. */
const NOT_OF_A_CLUSTER = ['test/acceptance/starting', 'test/security/dependencies', 'test/faults/overload'];
const paths = process.argv.slice(2);
const ignored = [...NOT_OF_A_CLUSTER, '/node_modules/', '/dist/'].flatMap((path) => [
  '--testPathIgnorePatterns',
  path,
]);

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/jest/bin/jest.js'),
    '--ci',
    '--runInBand',
    // After a whole run Node 20 was seen to turn for ever in the end of its process (`CleanupHandles`).
    '--forceExit',
    ...(paths.length > 0 ? paths : [...ignored, '--selectProjects', 'black box']),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CAIRN_TEST_TOPOLOGY: 'cluster' } },
);
process.exit(status ?? 1);
