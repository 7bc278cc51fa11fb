// `npm run test:soak [-- minutes]`: ten minutes of load, then five times as much as it can do (R13). `CAIRN_TEST_TOPOLOGY=cluster` soaks the cluster.
import { spawnSync } from 'node:child_process';
import { prepare, root } from './prepare.mjs';

await prepare();

const { status } = spawnSync(
  process.execPath,
  ['--conditions=source', '--import', 'tsx', 'test/load/soak/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { CAIRN_TEST_TOPOLOGY: 'one machine', ...process.env } },
);
process.exit(status ?? 1);
