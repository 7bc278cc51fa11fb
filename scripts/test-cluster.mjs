// `npm run test:cluster`: the whole black box on the cluster. `-- --shared` runs the files that share one, `-- <path>` jest on a path.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, root } from './prepare.mjs';
import { jestOnSharedCluster, sharingFiles } from './shared-cluster.mjs';

install();
build();

/** What starts one machine itself, or nothing. */
const NOT_OF_A_CLUSTER = ['test/acceptance/starting', 'test/security/dependencies', 'test/faults/overload'];
const paths = process.argv.slice(2);

/** One file after the other: a cluster is a dozen processes. */
const jest = (...which) => {
  const { status } = spawnSync(
    process.execPath,
    // After a whole run Node 20 was seen to turn for ever in the end of its process (`CleanupHandles`).
    [join(root, 'node_modules/jest/bin/jest.js'), '--ci', '--runInBand', '--forceExit', ...which],
    { cwd: root, stdio: 'inherit', env: { ...process.env, CAIRN_TEST_TOPOLOGY: 'cluster' } },
  );
  return status ?? 1;
};

const theOthers = () =>
  jest(
    ...[...NOT_OF_A_CLUSTER, ...sharingFiles(), '/node_modules/', '/dist/'].flatMap((path) => [
      '--testPathIgnorePatterns',
      path,
    ]),
    '--selectProjects',
    'black box',
  );

const isShared = paths[0] === '--shared';
const told = [];
if (paths.length === 0 || isShared) told.push(await jestOnSharedCluster(sharingFiles()));
if (paths.length === 0) told.push(theOthers());
if (paths.length > 0 && !isShared) told.push(jest(...paths));
process.exit(Math.max(...told));
