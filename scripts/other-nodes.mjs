// `npm run test:nodes`: starts Cairn on the Node releases that people run beside this one, and types the README's first
// five minutes against it. npm carries their binaries. `-- 22` runs one of them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prepare, root } from './prepare.mjs';

const RELEASES = ['22', '24'];
/** What a release says about itself is for who writes Cairn, not for who runs it. */
const WARNING = /\b(Deprecation|Experimental)?Warning:|\[DEP\d+\]|EBADENGINE/;

const nodesFolder = () =>
  join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'cairn',
    'nodes',
    `${process.platform}-${process.arch}`,
  );

/** The binary of a release, installed once for the machine. */
const binaryOf = (release) => {
  const folder = join(nodesFolder(), release);
  const name = `node-${process.platform}-${process.arch}`;
  const binary = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  const wanted = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    `${name}@${release}`,
  ];
  const { status } = spawnSync('npm', wanted, { stdio: 'inherit' });
  if (status !== 0 || !existsSync(binary))
    throw new Error(`Node ${release} cannot be installed from ${name}`);
  return binary;
};

const environmentOf = (binary) => ({ ...process.env, PATH: `${dirname(binary)}:${process.env.PATH ?? ''}` });

/** Starts the server until it is ready, stops it, and answers all that it said. */
const started = async (binary) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-node-'));
  const own = { CAIRN_DATA_DIR: folder, CAIRN_PORT: '0', CAIRN_METRICS_PORT: '-1' };
  const child = spawn(binary, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...environmentOf(binary), ...own },
  });
  let said = '';
  const ready = new Promise((resolve) => {
    const hear = (chunk) => {
      said += chunk;
      if (/ready at/i.test(said)) resolve(true);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const exit = once(child, 'exit').then(([code]) => code);
  const timeout = new Promise((resolve) => setTimeout(resolve, 60_000, false).unref());
  const isReady = await Promise.race([ready, timeout, exit.then(() => false)]);
  child.kill('SIGTERM');
  const code = await exit;
  rmSync(folder, { recursive: true, force: true });
  if (isReady !== true || code !== 0)
    throw new Error(`Cairn did not start and stop (exit ${code}):\n${said}`);
  return said;
};

const told = (binary, paths) =>
  spawnSync(
    binary,
    [join(root, 'node_modules/jest/bin/jest.js'), '--ci', '-w', '1', '--forceExit', ...paths],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...environmentOf(binary), CAIRN_TEST_TOPOLOGY: 'one machine' },
    },
  ).status;

await prepare();
const asked = process.argv.slice(2);
for (const release of asked.length > 0 ? asked : RELEASES) {
  const binary = binaryOf(release);
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  console.log(`── Node ${stdout.trim()}`);
  const said = await started(binary);
  const warning = said.split('\n').find((line) => WARNING.test(line));
  if (warning !== undefined) throw new Error(`on Node ${release} a user reads: ${warning}`);
  const status = told(binary, [
    'test/acceptance/readme',
    'test/acceptance/npm-start',
    'test/acceptance/imports',
  ]);
  if (status !== 0) process.exit(status ?? 1);
}
