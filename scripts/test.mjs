// `npm test`: installs and builds when needed, then lint, format, citations, types, contract, and every spec of the gate, with Node alone.
// `npm test -- <path>` runs jest on a path; a deep spec file only when it is named. `npm test -- --left-out` runs the files
// that left something out the last time, for lack of what can be installed; who still leaves something out has failed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';
import { bin, DEEP, PATIENT, run, Suites } from './suites.mjs';

await prepare();

const ON_ONE_MACHINE = { CAIRN_TEST_TOPOLOGY: 'one machine' };
const GATE = { ...ON_ONE_MACHINE, ...PATIENT };
/** One more than cores: specs of the black box wait half of their time for the server that they have started. */
const WORKERS = Math.min(4, availableParallelism() + 1);
const KILLS = ['test/faults/kills.fault.spec.ts', 'test/faults/replayed.fault.spec.ts'];
const ONE_KILL = { files: KILLS, workers: 1, environment: { ...GATE, CAIRN_TEST_KILLS: '1' }, again: true };
/** Which files left something out, for the next call with `--left-out`. */
const LEFT_OUT = join(root, 'node_modules', '.cairn-left-out.json');
const paths = process.argv.slice(2);

const runLeftOut = async () => {
  const files = existsSync(LEFT_OUT) ? JSON.parse(readFileSync(LEFT_OUT, 'utf8')) : [];
  const suites = new Suites();
  const name = 'what was left out';
  await suites.jest(name, {
    files: files.filter((file) => !KILLS.includes(file)),
    environment: GATE,
    again: true,
  });
  await suites.jest(`${name}, by a kill`, {
    ...ONE_KILL,
    files: files.filter((file) => KILLS.includes(file)),
  });
  for (const [file, needs] of suites.leftOut) suites.failed(`${file} still leaves something out: ${needs}`);
  return suites.end();
};
if (paths[0] === '--left-out') process.exit(await runLeftOut());

if (paths.length > 0) {
  const isDeep = paths.some((path) => DEEP.test(path));
  const ignored = isDeep ? [] : [DEEP.source];
  const patterns = [...ignored, '/node_modules/', '/dist/'];
  const args = ['--ci', ...paths, '--testPathIgnorePatterns', ...patterns];
  process.exit(
    await run(process.execPath, [bin('jest/bin/jest.js'), ...args], isDeep ? ON_ONE_MACHINE : GATE),
  );
}

const suites = new Suites();
const circles = (of, config) =>
  suites.step(
    `circles of ${of}`,
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    ...['--config', config, 'contracts', 'services', 'gateway', 'deploy', 'test'],
  );
const lint = () => suites.step('lint', bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.');
/** Neither a line that moves, nor advice on how it is set. */
const QUIET = ['--no-progress', '--no-config-hints'];
const others = async () =>
  (await suites.step('format', bin('oxfmt/bin/oxfmt'), '--check', '.')) &&
  (await suites.step('what is cited', 'scripts/references.mjs')) &&
  (await suites.step('exports', bin('knip/bin/knip.js'), '-t', 'scripts/exports.tsconfig.json', ...QUIET)) &&
  (await circles('imports', '.dependency-cruiser.cjs')) &&
  (await circles('folders', 'scripts/folder-circles.cjs')) &&
  (await suites.step('types', bin('typescript7/bin/tsc'), '-p', 'tsconfig.json')) &&
  suites.step(
    'contract',
    '--conditions=source',
    '--import',
    'tsx',
    'contracts/generate/src/main.ts',
    '--check',
  );
if ((await Promise.all([lint(), others()])).includes(false)) process.exit(suites.end());

await suites.jest('specs, and the black box on one machine', {
  workers: WORKERS,
  environment: GATE,
  again: true,
});
await suites.jest('one kill, and one start again', ONE_KILL);
const { leftOut } = suites;
writeFileSync(LEFT_OUT, JSON.stringify([...leftOut.keys()]));
const code = suites.end();
if (leftOut.size > 0) {
  for (const [file, needs] of leftOut) console.log(`left out in part: ${file} (${needs})`);
  console.log('`npm test -- --left-out` runs these, once that is installed.');
}
process.exit(code);
