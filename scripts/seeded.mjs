// `npm run test:seeded`: puts each seeded bug into a copy of the sources and expects the suite that it names to fail (R12).
// With `--fits` it only looks whether each seed still has its place; with other text it takes the seeds that contain it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { install, root } from './prepare.mjs';
import { bugs } from './seeded-bugs/index.mjs';

await install();

const COPIED = [
  'contracts',
  'services',
  'gateway',
  'deploy',
  'test',
  'scripts',
  'package.json',
  'jest.config.js',
  'tsconfig.base.json',
];
const copy = mkdtempSync(join(tmpdir(), 'cairn-seeded-'));
const isSource = (path) => !['node_modules', 'dist'].includes(basename(path));
for (const entry of COPIED)
  cpSync(join(root, entry), join(copy, entry), { recursive: true, filter: isSource });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
for (const folder of ['services', '.'])
  for (const name of readdirSync(join(root, folder))) {
    const own = join(folder, name, 'node_modules');
    if (name !== 'node_modules' && readdirIfThere(join(root, own)))
      symlinkSync(join(root, own), join(copy, own));
  }

function readdirIfThere(path) {
  try {
    return readdirSync(path).length > 0;
  } catch {
    return false;
  }
}

/** The names of the tests that failed. A suite that could not run proves nothing: then this throws. */
const failuresOf = (suites) => {
  const report = join(copy, 'report.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const args = [
    jest,
    '--ci',
    '--silent',
    '--forceExit',
    '--json',
    `--outputFile=${report}`,
    '--runTestsByPath',
    ...suites,
  ];
  const { stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { numRuntimeErrorTestSuites, numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  if (numRuntimeErrorTestSuites > 0 || numTotalTests === 0)
    throw new Error(`${suites.join(', ')} did not run:\n${stderr}`);
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
};

const seed = ({ bug, file, find, replace, suite }) => {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) return `the seed no longer fits ${file}: ${bug}`;
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    return failuresOf([suite]);
  } catch (error) {
    return error.message;
  } finally {
    writeFileSync(path, text);
  }
};

/** The seeds whose text does not occur once in their file: somebody changed what they break. */
const unfitting = () =>
  bugs.filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2);

const fits = () => {
  for (const { file, bug } of unfitting()) console.error(`the seed no longer fits ${file}: ${bug}`);
  return unfitting().length === 0 ? 0 : 1;
};

const main = () => {
  const wanted = process.argv[2] ?? '';
  if (wanted === '--fits') return fits();
  const chosen = bugs.filter(({ rule, bug }) => `${rule} ${bug}`.includes(wanted));
  const before = failuresOf([...new Set(chosen.map(({ suite }) => suite))]);
  if (before.length > 0) throw new Error(`these fail without any bug: ${before.join('; ')}`);
  let missed = 0;
  console.log('| rule | bug | caught by |\n|---|---|---|');
  for (const seeded of chosen) {
    const found = seed(seeded);
    const caught = Array.isArray(found) && found.length > 0;
    if (!caught) missed += 1;
    const by = caught
      ? `${basename(seeded.suite)}: ${found[0]}${found.length > 1 ? ` (and ${found.length - 1} more)` : ''}`
      : `**nothing** ${Array.isArray(found) ? '' : found}`;
    console.log(`| ${seeded.rule} | ${seeded.bug} | ${by} |`);
  }
  console.log(`\n${chosen.length - missed} of ${chosen.length} bugs were caught.`);
  return missed === 0 ? 0 : 1;
};

try {
  process.exitCode = main();
} finally {
  rmSync(copy, { recursive: true });
}
