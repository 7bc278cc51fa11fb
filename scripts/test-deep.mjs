// `npm run test:deep [model|engines|timing|faults|cluster|kubernetes|nodes] [long] [path …]`: what depends on more than the
// code, and more of what is drawn at random. Without a part, all seven; with paths, the files whose path contains one of
// them; with `long`, faults at their full size: 300 kills, logs of a million events. `nodes 22` takes that release of Node
// instead of those that are always tried. A part that needs an engine, a tool of Kubernetes or a release of Node that is not
// there is not run, and said to be so.
import {
  isOfClusters,
  missingEngines,
  missingTools,
  ON_CLUSTER,
  seesOthers,
  shares,
  tellMissing,
  withSharedCluster,
} from './clusters.mjs';
import { randomInt } from 'node:crypto';
import { isForNodes, missingNodes, OTHER_NODES, startsOn } from './other-nodes.mjs';
import { prepare } from './prepare.mjs';
import { PATIENT, specFiles, Suites } from './suites.mjs';

await prepare();

const LONG = {
  CAIRN_TEST_KILLS: '300',
  CAIRN_TEST_LOG_SIZES: '10000,100000,1000000',
  CAIRN_TEST_PAIRS: '10000',
  CAIRN_TEST_FAULTS: 'long',
};
const given = process.argv.slice(2);
const size = given.includes('long') ? LONG : {};
/** Of property tests: another one each time, printed so that it can be given. */
const seed = process.env['CAIRN_TEST_SEED'] ?? String(randomInt(2 ** 31));
const RANDOM = { CAIRN_TEST_SEED: seed, ...size };
const ON_ONE_MACHINE = { ...RANDOM, CAIRN_TEST_TOPOLOGY: 'one machine' };
/** Sequences against the reference policy; `npm run model` plays as many as one likes. */
const MODEL = { file: 'deploy/services/src/rights-model.spec.ts', sequences: '200' };
const OF_A_CLUSTER_ALONE = /^test\/(faults\/cluster|consumers)\//;

const NAMES = ['model', 'engines', 'timing', 'faults', 'cluster', 'kubernetes', 'nodes'];
const isRelease = (word) => /^\d+(\.\d+)*$/.test(word);
const releases = given.some(isRelease) ? given.filter(isRelease) : OTHER_NODES;
/** What a part asks for that may not be there. */
const ASKS_FOR = {
  engines: missingEngines,
  cluster: missingEngines,
  kubernetes: missingTools,
  nodes: () => missingNodes(releases),
};
const words = given.filter((word) => word !== 'long' && !isRelease(word));
const wanted = NAMES.some((name) => words.includes(name))
  ? words.filter((word) => NAMES.includes(word))
  : NAMES;
const paths = words.filter((word) => !NAMES.includes(word));
const isWanted = (file) => paths.length === 0 || paths.some((path) => file.includes(path));
/** The deep files of one kind that run on one machine. */
const deep = (kind) =>
  specFiles().filter(
    (file) => file.endsWith(`.${kind}.spec.ts`) && !OF_A_CLUSTER_ALONE.test(file) && isWanted(file),
  );

const suites = new Suites();

const onClusters = async () => {
  const files = specFiles().filter((file) => isOfClusters(file) && isWanted(file));
  const environment = { ...RANDOM, ...ON_CLUSTER };
  const sharing = files.filter(shares);
  const name = 'the black box on a cluster that its files share';
  const together = async (shared) => {
    await suites.jest(name, { files: sharing.filter((file) => !seesOthers(file)), environment: shared });
    await suites.jest(`${name}, alone`, {
      files: sharing.filter(seesOthers),
      workers: 1,
      environment: shared,
    });
  };
  if (sharing.length > 0 && !(await withSharedCluster(environment, together)))
    suites.failed('the cluster does not start');
  const others = files.filter((file) => !shares(file));
  await suites.jest('the black box on clusters of their own', { files: others, workers: 1, environment });
};

const onNode = async (release) => {
  if (!(await startsOn(release))) suites.failed(`a start on Node ${release}`);
  await suites.jest(`what depends on the code alone, on Node ${release}`, {
    files: specFiles().filter((file) => isForNodes(file) && isWanted(file)),
    environment: { CAIRN_TEST_TOPOLOGY: 'one machine', ...PATIENT },
    release,
  });
};

const PARTS = {
  model: () =>
    suites.jest('random sequences of deeds against the reference policy', {
      files: [MODEL.file].filter(isWanted),
      environment: { ...ON_ONE_MACHINE, CAIRN_TEST_SEQUENCES: MODEL.sequences },
    }),
  engines: () =>
    suites.jest('specs that ask for an engine', { files: deep('engine'), environment: ON_ONE_MACHINE }),
  timing: () =>
    suites.jest('what asserts a time, a heap or a rate', {
      files: deep('timing'),
      workers: 1,
      environment: ON_ONE_MACHINE,
    }),
  faults: () =>
    suites.jest('kills, outages and floods', {
      files: deep('fault'),
      workers: 1,
      environment: ON_ONE_MACHINE,
    }),
  cluster: onClusters,
  kubernetes: () =>
    suites.jest('the chart, by Helm, schemas and a real API server', {
      files: deep('kubernetes'),
      workers: 1,
    }),
  nodes: async () => {
    for (const release of releases) await onNode(release);
  },
};

/** What is missing of what each part asks for. */
const missing = new Map();
for (const part of wanted) missing.set(part, (await ASKS_FOR[part]?.()) ?? []);
const cannotRun = wanted.filter((part) => missing.get(part).length > 0);
for (const part of wanted) if (!cannotRun.includes(part)) await PARTS[part]();
if (cannotRun.length === 0 && suites.isEmpty)
  suites.failed(`no spec file of these parts has ${paths.join(' or ')} in its path`);
const code = suites.end();
console.log(`CAIRN_TEST_SEED=${seed}`);
for (const part of cannotRun) tellMissing(`test:deep ${part}`, missing.get(part));
process.exit(cannotRun.length > 0 ? 1 : code);
