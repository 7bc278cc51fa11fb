// `npm test`: installs and builds when needed, then lint, types, contract, specs and the black box. `npm test -- <path>` runs jest alone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, root } from './prepare.mjs';

install();
build();

const node = (...args) => [process.execPath, args];
const bin = (name) => join(root, 'node_modules', name);
const paths = process.argv.slice(2);
const jest = (name, topology, ...more) => [
  name,
  node(bin('jest/bin/jest.js'), '--ci', ...more),
  topology === undefined ? {} : { CAIRN_TEST_TOPOLOGY: topology },
];
/** A cluster is a dozen processes, and a load wants the machine: one at a time. `npm run test:cluster` runs the whole on it. */
const BY_ITSELF = [
  'test/faults/overload',
  'test/contract/(every-operation|read-your-writes)',
  'test/faults/cluster/(two-gateways|histories)',
  'test/consumers',
];
const steps =
  paths.length > 0
    ? [jest('jest', undefined, ...paths)]
    : [
        ['lint', node(bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0')],
        ['format', node(bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.')],
        ['types', node(bin('typescript/bin/tsc'), '-p', 'tsconfig.check.json')],
        [
          'contract',
          node('--conditions=source', '--import', 'tsx', 'contracts/generate/src/main.ts', '--check'),
        ],
        ['seeded bugs have their places', node('scripts/seeded.mjs', '--fits')],
        ['engines', node('deploy/engines/dist/main.js', '--check', '--install')],
        jest(
          'specs and the black box on one machine',
          'one machine',
          '--reporters=default',
          '--reporters=./scripts/conformance-reporter.mjs',
          '--testPathIgnorePatterns',
          'test/faults/cluster',
          'test/consumers',
          'test/faults/overload',
          '/node_modules/',
          '/dist/',
        ),
        jest(
          'the black box on the cluster, and an overload',
          'cluster',
          '--runInBand',
          '--forceExit',
          ...BY_ITSELF,
        ),
      ];

for (const [name, [command, args], environment = {}] of steps) {
  const began = Date.now();
  console.log(`── ${name}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) {
    console.error(`── ${name} failed`);
    process.exit(status ?? 1);
  }
  console.log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
