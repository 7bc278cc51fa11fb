// `npm run test:mutation -- <path> [spec …]`: changes each expression of a file or folder of pure code in turn, by Stryker, and
// runs the specs (or folders of specs) that are named: else the spec of the same name beside a file, else those of its folder and
// below. It prints what no spec noticed, and the score. Specs that ask for more than Node alone, or for time, are never run: their
// names end with `.engine`, `.timing` or `.fault`. No part of `npm test`.
import { Stryker } from '@stryker-mutator/core';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { root } from './prepare.mjs';

/** Where the code is pure: `*` is any one name. */
const PURE = [
  'contracts/generate/src/events',
  'services/kernel/src/access',
  'services/kernel/src/queries',
  'services/kernel/src/undoing',
  'services/*/src/domain',
  'services/*/src/formats',
  'services/*/src/read-models/*/project.ts',
];
const NOT_OF_THE_GATE = /\.(engine|timing|fault)\.spec\.ts$/;

const matching = (pattern) =>
  pattern
    .split('/')
    .reduce(
      (paths, part) =>
        paths
          .flatMap((path) =>
            part === '*' && statSync(join(root, path)).isDirectory()
              ? readdirSync(join(root, path)).map((name) => posix.join(path, name))
              : [posix.join(path, part)],
          )
          .filter((path) => existsSync(join(root, path))),
      ['.'],
    );

const usage = () => {
  console.log('npm run test:mutation -- <file or folder of pure code> [spec file or folder …]\n\nPure are:');
  for (const path of PURE.flatMap(matching)) console.log(`  ${path}`);
};

const inRoot = (path) => relative(root, resolve(path)).split(sep).join('/');
const isFolder = (path) => statSync(resolve(root, path)).isDirectory();
const specsAt = (path) => (isFolder(path) ? `${path}/**/*.spec.ts` : path);

/** The spec of the same name beside a file; else those of its folder and below. */
const ownSpecs = (mutated) => {
  const beside = mutated.replace(/\.ts$/, '.spec.ts');
  if (!isFolder(mutated) && existsSync(resolve(root, beside))) return [beside];
  return [specsAt(isFolder(mutated) ? mutated : posix.dirname(mutated))];
};

const mutate = async (mutated, specs) => {
  // Read by mutation.jest.cjs in the processes that Stryker starts.
  process.env['CAIRN_MUTATION_SPECS'] = JSON.stringify(specs.map((spec) => `<rootDir>/${spec}`));
  process.chdir(root);
  await new Stryker({
    mutate: isFolder(mutated)
      ? [`${mutated}/**/*.ts`, '!**/*.spec.ts', '!**/{testing,testkit}/**']
      : [mutated],
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: { projectType: 'custom', configFile: 'scripts/mutation.jest.cjs', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    ignorePatterns: ['dist', '.cairn', '.bench', '.nx', '.ci', 'docs', 'coverage'],
    tempDirName: '.stryker/tmp',
    reporters: ['clear-text', 'html', 'json'],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: '.stryker/mutation.html' },
    jsonReporter: { fileName: '.stryker/mutation.json' },
  }).runMutationTest();
};

const [path, ...named] = process.argv.slice(2);
const missing = [path, ...named].filter((one) => one !== undefined && !existsSync(one));
const refused = named.filter((spec) => NOT_OF_THE_GATE.test(spec));
if (path === undefined) usage();
else if (missing.length + refused.length > 0) {
  for (const one of missing) console.error(`there is no ${one}`);
  for (const one of refused) console.error(`not of the gate: ${one}`);
  process.exitCode = 1;
} else
  await mutate(inRoot(path), named.length === 0 ? ownSpecs(inRoot(path)) : named.map(inRoot).map(specsAt));
