// `npm test`: installs and builds when needed, then lint, types, contract, specs and the black box on one machine. It needs
// Node alone. `npm test -- <path>` runs jest alone, with what an engine is asked for where it is there.
// `npm run test:engines` runs what asks for an engine, `npm run test:slow` what takes long.
import { join } from 'node:path';
import { INSTALLED_ENGINES, missingEngines, specsThatAskFor } from './missing-engines.mjs';
import { prepare, root } from './prepare.mjs';
import { SLOW_SPECS } from './slow-specs.mjs';
import { jest, node, runRounds } from './steps.mjs';

await prepare();

const bin = (name) => join(root, 'node_modules', name);
const paths = process.argv.slice(2);
const mustBeThere = process.env['CI'] === 'true';
const missing = mustBeThere || paths.length === 0 ? [] : await missingEngines();
const notRun = paths.length === 0 ? specsThatAskFor(INSTALLED_ENGINES) : specsThatAskFor(missing);
const ignoring = (...patterns) => [
  '--testPathIgnorePatterns',
  ...[...patterns, ...notRun, '/node_modules/', '/dist/'],
];
const CIRCLES = ['--config', '.dependency-cruiser.cjs', 'contracts', 'services', 'gateway', 'deploy', 'test'];
const beside = [
  [['lint', node(bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0')]],
  [
    ['circles of imports', node(bin('dependency-cruiser/bin/dependency-cruise.mjs'), ...CIRCLES)],
    ['format', node(bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.')],
    ['types', node(bin('typescript/bin/tsc'), '-p', 'tsconfig.check.json')],
    ['contract', node('--conditions=source', '--import', 'tsx', 'contracts/generate/src/main.ts', '--check')],
    ['seeded bugs have their places', node('scripts/seeded.mjs', '--fits')],
  ],
];
const specs = [
  jest(
    'specs and the black box on one machine',
    'one machine',
    // Many files wait for engines: three on two cores take a quarter less time than two.
    '--maxWorkers=3',
    '--reporters=default',
    '--reporters=./scripts/conformance-reporter.mjs',
    ...ignoring('test/faults/cluster', 'test/consumers', ...SLOW_SPECS),
  ),
];
/** Rounds one after the other; the lanes of a round side by side, the steps of a lane one after the other. */
const onPaths =
  missing.length === 0
    ? jest('jest', undefined, ...paths)
    : jest('jest', 'one machine', '--passWithNoTests', ...paths, ...ignoring());
const rounds = paths.length > 0 ? [[[onPaths]]] : [beside, [specs]];

if (!(await runRounds(rounds))) process.exit(1);

if (missing.length > 0) {
  console.log('\nNot run, for lack of an engine:');
  for (const { name, product, missing: why } of missing) console.log(`  ${name}, ${product}: ${why}`);
  console.log('  so not the black box on a cluster, and not');
  for (const file of notRun) console.log(`    ${file}`);
}
if (paths.length === 0)
  console.log(
    `\nNot run: ${notRun.length} spec files that ask for an engine, and the black box on a cluster (npm run test:engines); ${SLOW_SPECS.length} that take long (npm run test:slow).`,
  );
