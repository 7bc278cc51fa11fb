// `npm run bench [-- rows… --quick --out <file>]`: installs and builds when needed, then measures.
import { spawnSync } from 'node:child_process';
import { prepare, root } from './prepare.mjs';

await prepare();

const { status } = spawnSync(
  process.execPath,
  ['--conditions=source', '--import', 'tsx', 'test/load/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
