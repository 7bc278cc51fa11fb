// `npm run test:engines`: what asks for an engine of the cluster: the specs of adapters, and the black box on a cluster. Needs
// the engines: `npm run engines -- --install`. An engine that is missing is named, and with `CI=true` a failure.
import { INSTALLED_ENGINES, missingEngines, specsThatAskFor } from './missing-engines.mjs';
import { prepare } from './prepare.mjs';
import { jest, node, runRounds } from './steps.mjs';

await prepare();

const mustBeThere = process.env['CI'] === 'true';
const missing = mustBeThere ? [] : await missingEngines();
/** The cluster needs its engines; it runs no models. */
const hasCluster = missing.every(({ name }) => name === 'models');
const notRun = new Set(specsThatAskFor(missing));
/** Of the black box, on one machine too: what it runs beside it. */
const ON_ONE_MACHINE = new Set(['test/acceptance/inferences.spec.ts']);
const specs = specsThatAskFor(INSTALLED_ENGINES).filter(
  (file) => (!file.startsWith('test/') || ON_ONE_MACHINE.has(file)) && !notRun.has(file),
);
/** With a cluster of their own, two at a time: who has one waits often. `npm run test:cluster` runs the whole. */
const WITH_THEIR_OWN = [
  'test/acceptance/traces',
  ...(missing.length > 0 ? [] : ['test/acceptance/inferences']),
  'test/contract/read-your-writes',
  'test/faults/cluster/(two-gateways|histories)',
  'test/consumers',
];
const steps = [
  ...(mustBeThere ? [['engines', node('deploy/engines/dist/main.js', '--check')]] : []),
  // Many files wait for engines: three on two cores take a quarter less time than two.
  jest(
    'specs that ask for an engine',
    'one machine',
    '--maxWorkers=3',
    '--forceExit',
    '--reporters=default',
    '--reporters=./scripts/conformance-reporter.mjs',
    '--runTestsByPath',
    ...specs,
  ),
  ...(!hasCluster
    ? []
    : [
        ['the black box on a cluster that its files share', node('scripts/test-cluster.mjs', '--shared')],
        jest(
          'the black box on clusters of their own',
          'cluster',
          '--maxWorkers=2',
          '--forceExit',
          ...WITH_THEIR_OWN,
        ),
      ]),
];
if (!(await runRounds([[steps]]))) process.exit(1);

if (missing.length > 0) {
  console.log('\nNot run, for lack of an engine:');
  for (const { name, product, missing: why } of missing) console.log(`  ${name}, ${product}: ${why}`);
  console.log(hasCluster ? '  so not' : '  so not the black box on a cluster, and not');
  for (const file of notRun) console.log(`    ${file}`);
}
