// `npm run test:smoke`: what only a cluster can show, once: every operation, rights on every kind of path, the lines of the
// README, services that ask others, and a stranger's consumer. Needs the engines (`npm run engines -- --install`); without one it says so and runs nothing.
import { missingEngines, ON_CLUSTER, seesOthers, tellMissing, withSharedCluster } from './clusters.mjs';
import { areModelsInstalled } from './models.mjs';
import { prepare } from './prepare.mjs';
import { PATIENT, Suites } from './suites.mjs';

await prepare();

const missing = await missingEngines();
if (missing.length > 0) {
  tellMissing('smoke', missing);
  process.exit(0);
}

/** On one cluster for all of them. */
const TOGETHER = [
  'test/contract/every-operation.spec.ts',
  'test/security/access.spec.ts',
  'test/security/tokens.spec.ts',
  'test/security/revocation.spec.ts',
  'test/acceptance/readme.spec.ts',
  'test/acceptance/applications.spec.ts',
  'test/acceptance/model-registry.spec.ts',
  'test/acceptance/workflow-story.spec.ts',
  'test/acceptance/graph-elements.spec.ts',
  'test/acceptance/graph-formats.spec.ts',
];
if (areModelsInstalled()) TOGETHER.push('test/acceptance/models-page.engine.spec.ts');
else console.log('Not run: what asks models (`npm run models:install`).');

const suites = new Suites();
const environment = { ...ON_CLUSTER, ...PATIENT, ...suites.environment };
const started = await withSharedCluster(environment, async (shared) => {
  const name = 'the black box on a cluster that its files share';
  const beside = TOGETHER.filter((file) => !seesOthers(file));
  const alone = TOGETHER.filter(seesOthers);
  await suites.jest(name, { files: beside, environment: shared, again: true });
  await suites.jest(`${name}, one after the other`, {
    files: alone,
    workers: 1,
    environment: shared,
    again: true,
  });
});
if (!started) suites.failed('the cluster does not start');
await suites.jest('rights on a cluster of its own', {
  files: ['test/security/rights.spec.ts'],
  environment,
  again: true,
});
await suites.jest('the sample consumer', {
  files: ['test/consumers/consumer.engine.spec.ts'],
  options: ['--testNamePattern=gets what REST says'],
  environment,
  again: true,
});
process.exit(suites.end());
