// `npm run test:seeded`: puts each seeded bug into a copy of the sources and expects the suite that it names to fail (R12).
// With `--fits` it only looks whether each seed still has its place and its suite; with other text it takes the seeds that contain it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { missingEngines } from './clusters.mjs';
import { copyOfSources } from './copies.mjs';
import { prepare, root } from './prepare.mjs';
import { bugs } from './seeded-bugs/index.mjs';

/** Many a bug makes a test wait for what does not come: no test of these suites takes so long without one. */
const TEST_MS = 30_000;

/** What jest tells of suites. One that could not run proves nothing: then this throws. */
const resultsOf = (copy, suites) => {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const args = [
    '--ci',
    '--silent',
    '--forceExit',
    `--testTimeout=${TEST_MS}`,
    '--json',
    `--outputFile=${report}`,
    '--runTestsByPath',
  ];
  const { stderr } = spawnSync(process.execPath, [jest, ...args, ...suites], {
    cwd: copy,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const told = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numTotalTests: 0 };
  if (told.numRuntimeErrorTestSuites > 0 || told.numTotalTests === 0)
    throw new Error(`${suites.join(', ')} did not run:\n${stderr}`);
  return told.testResults;
};

/** The names of the tests that failed. */
const failuresOf = (copy, suites) =>
  resultsOf(copy, suites).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );

/** Where a seed's text stands in a source: line breaks and indentation do not count. */
const placesOf = (find) =>
  new RegExp(
    find
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
    'g',
  );

/** What the suite says of the bug: the tests that failed, or why it proves nothing. */
const seed = (copy, { file, find, replace, suite }) => {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(placesOf(find), () => replace),
  );
  try {
    return failuresOf(copy, [suite]);
  } catch (error) {
    return error.message;
  } finally {
    writeFileSync(path, text);
  }
};

/** Why a seed proves nothing any more: its text does not occur once in its file, or its suite has another name. */
const misfitOf = ({ bug, file, find, suite }) => {
  const places = existsSync(join(root, file))
    ? readFileSync(join(root, file), 'utf8').match(placesOf(find))
    : null;
  const fits = places?.length === 1;
  if (!fits) return `the seed no longer fits ${file}: ${bug}`;
  return existsSync(join(root, suite)) ? undefined : `there is no ${suite}: ${bug}`;
};

const fits = () => {
  const misfits = bugs.map(misfitOf).filter((misfit) => misfit !== undefined);
  for (const misfit of misfits) console.error(misfit);
  return misfits.length === 0;
};

/** Whether a suite asks for an engine: its name says so. */
const asksForEngine = ({ suite }) => suite.endsWith('.engine.spec.ts');

const tell = ({ rule, bug, suite }, found) => {
  const caught = Array.isArray(found) && found.length > 0;
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : '';
  const by = caught
    ? `${basename(suite)}: ${found[0]}${more}`
    : `**nothing** ${Array.isArray(found) ? '' : found}`;
  console.log(`| ${rule} | ${bug} | ${by} |`);
  return caught;
};

/** The suites that fail without any bug, so that they prove nothing. */
const failingBefore = (copy, suites) =>
  new Set(
    (suites.length === 0 ? [] : resultsOf(copy, suites))
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => relative(copy, name)),
  );

const main = async (copy, wanted) => {
  const asked = bugs.filter(({ rule, bug }) => `${rule} ${bug}`.includes(wanted));
  if (asked.length === 0) throw new Error(`no seed contains ${wanted}`);
  const missing = await missingEngines();
  const notRun = missing.length === 0 ? [] : asked.filter(asksForEngine);
  const chosen = asked.filter((seeded) => !notRun.includes(seeded));
  const failing = failingBefore(copy, [...new Set(chosen.map(({ suite }) => suite))]);
  const outcomeOf = (seeded) =>
    failing.has(seeded.suite) ? `${seeded.suite} fails without any bug` : seed(copy, seeded);
  console.log('| rule | bug | caught by |\n|---|---|---|');
  const caught = chosen.filter((seeded) => tell(seeded, outcomeOf(seeded))).length;
  console.log(`\n${caught} of ${chosen.length} bugs were caught.`);
  for (const { bug, suite } of notRun) console.log(`Not run, for lack of an engine: ${bug} (${suite})`);
  return caught === chosen.length;
};

/** What it is asked for: whether it went well. */
const run = async (wanted) => {
  if (!fits()) return false;
  if (wanted === '--fits') return true;
  await prepare();
  const copy = copyOfSources();
  // The gateway serves the documents of the contract, which a build makes.
  cpSync(join(root, 'contracts/dist'), join(copy, 'contracts/dist'), { recursive: true });
  try {
    return await main(copy, wanted);
  } finally {
    rmSync(copy, { recursive: true });
  }
};

process.exitCode = (await run(process.argv[2] ?? '')) ? 0 : 1;
