// `npm run test:mutation -- <path> [spec …]`: changes each expression of a file or folder in turn, by Stryker, and runs the specs
// that are named: else the spec of the same name beside a file, else those of its folder and below. It prints what no spec
// noticed, and the score. No part of `npm test`.
import { Stryker } from '@stryker-mutator/core';
import { existsSync, statSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { root } from './prepare.mjs';

const inRoot = (path) => relative(root, resolve(path)).split(sep).join('/');
const [path, ...specs] = process.argv.slice(2);
if (path === undefined || !existsSync(path)) {
  console.error('npm run test:mutation -- <file or folder of sources> [spec file …]');
  process.exit(1);
}

const mutated = inRoot(path);
const isFolder = statSync(path).isDirectory();
const beside = mutated.replace(/\.ts$/, '.spec.ts');
const inFolder = `${isFolder ? mutated : posix.dirname(mutated)}/**/*.spec.ts`;
const byItself = !isFolder && existsSync(resolve(root, beside)) ? beside : inFolder;
// Read by mutation.jest.cjs in the processes that Stryker starts.
process.env['CAIRN_MUTATION_SPECS'] = JSON.stringify(
  (specs.length === 0 ? [byItself] : specs.map(inRoot)).map((spec) => `<rootDir>/${spec}`),
);
process.chdir(root);

await new Stryker({
  mutate: isFolder ? [`${mutated}/**/*.ts`, '!**/*.spec.ts'] : [mutated],
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
