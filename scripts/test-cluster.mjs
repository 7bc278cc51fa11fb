// `npm run test:cluster`: the whole black box on the cluster. `-- --shared` runs the files that share one, `-- <path>` jest on a path,
// two files at a time: who has a cluster of its own waits often.
import { prepare } from './prepare.mjs';
import { jestOnCluster, jestOnSharedCluster, sharingFiles } from './shared-cluster.mjs';

await prepare();

/** What starts one machine itself, or nothing. */
const NOT_OF_A_CLUSTER = ['test/acceptance/starting', 'test/security/dependencies', 'test/faults/overload'];
const paths = process.argv.slice(2);

const theOthers = () =>
  jestOnCluster([
    ...[...NOT_OF_A_CLUSTER, ...sharingFiles(), '/node_modules/', '/dist/'].flatMap((path) => [
      '--testPathIgnorePatterns',
      path,
    ]),
    '--selectProjects',
    'black box',
  ]);

const isShared = paths[0] === '--shared';
const told = [];
if (paths.length === 0 || isShared) told.push(await jestOnSharedCluster(sharingFiles()));
if (paths.length === 0) told.push(theOthers());
if (paths.length > 0 && !isShared) told.push(jestOnCluster(paths, {}, '--maxWorkers=2'));
process.exit(Math.max(...told));
