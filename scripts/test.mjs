// `npm test`: installs and builds when needed, then lint, types, contract, specs and the black box. `npm test -- <path>` runs jest alone.
// What needs an engine runs where the engine is; with `CI=true`, where everything must be there, a missing one is a failure.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { missingEngines, specsThatAskFor } from './missing-engines.mjs';
import { prepare, root } from './prepare.mjs';

await prepare();

const node = (...args) => [process.execPath, args];
const bin = (name) => join(root, 'node_modules', name);
const paths = process.argv.slice(2);
const mustBeThere = process.env['CI'] === 'true';
const missing = mustBeThere ? [] : await missingEngines();
const notRun = specsThatAskFor(missing);
const hasCluster = missing.length === 0;

const jest = (name, topology, ...more) => [
  name,
  node(bin('jest/bin/jest.js'), '--ci', ...more),
  topology === undefined ? {} : { CAIRN_TEST_TOPOLOGY: topology },
];
const ignoring = (...patterns) => [
  '--testPathIgnorePatterns',
  ...[...patterns, ...notRun, '/node_modules/', '/dist/'],
];
/** With a cluster of their own, two at a time: who has one waits often. `npm run test:cluster` runs the whole. */
const WITH_THEIR_OWN = [
  'test/acceptance/traces',
  'test/contract/read-your-writes',
  'test/faults/cluster/(two-gateways|histories)',
  'test/consumers',
];
const beside = [
  [['lint', node(bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0')]],
  [
    ['format', node(bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.')],
    ['types', node(bin('typescript/bin/tsc'), '-p', 'tsconfig.check.json')],
    ['contract', node('--conditions=source', '--import', 'tsx', 'contracts/generate/src/main.ts', '--check')],
    ['seeded bugs have their places', node('scripts/seeded.mjs', '--fits')],
  ],
  ...(mustBeThere ? [[['engines', node('deploy/engines/dist/main.js', '--check')]]] : []),
];
const onClusters = [
  ['the black box on a cluster that its files share', node('scripts/test-cluster.mjs', '--shared')],
  jest(
    'the black box on clusters of their own',
    'cluster',
    '--maxWorkers=2',
    '--forceExit',
    ...WITH_THEIR_OWN,
  ),
];
const specs = [
  jest(
    'specs and the black box on one machine',
    'one machine',
    // Many files wait for engines: three on two cores take a quarter less time than two.
    '--maxWorkers=3',
    '--reporters=default',
    '--reporters=./scripts/conformance-reporter.mjs',
    ...ignoring('test/faults/cluster', 'test/consumers', 'test/faults/overload'),
  ),
  ...(hasCluster ? onClusters : []),
  // Its load wants the machine.
  jest('an overload', 'one machine', '--runInBand', 'test/faults/overload'),
];
/** Rounds one after the other; the lanes of a round side by side, the steps of a lane one after the other. */
const onPaths = hasCluster
  ? jest('jest', undefined, ...paths)
  : jest('jest', 'one machine', '--passWithNoTests', ...paths, ...ignoring());
const rounds = paths.length > 0 ? [[[onPaths]]] : [beside, [specs]];

/** Whether it went well. */
const run = async ([name, [command, args], environment = {}]) => {
  const began = Date.now();
  console.log(`── ${name}`);
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [code] = await once(child, 'close');
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  console.log(code === 0 ? `── ${name}: ${took}` : `── ${name} failed`);
  return code === 0;
};

const inOrder = async (steps) => {
  for (const step of steps) if (!(await run(step))) return false;
  return true;
};

for (const round of rounds) if ((await Promise.all(round.map(inOrder))).includes(false)) process.exit(1);

if (missing.length > 0) {
  console.log('\nNot run, for lack of an engine:');
  for (const { name, product, missing: why } of missing) console.log(`  ${name}, ${product}: ${why}`);
  console.log('  so not the black box on a cluster, and not');
  for (const file of notRun) console.log(`    ${file}`);
}
