// `npm test`: installs and builds when needed, then lint, format, types, contract, and every spec of the gate, with Node alone.
// `npm test -- <path>` runs jest on a path; a deep spec file only when it is named.
import { prepare } from './prepare.mjs';
import { bin, DEEP, PATIENT, run, Suites } from './suites.mjs';

await prepare();

const ON_ONE_MACHINE = { CAIRN_TEST_TOPOLOGY: 'one machine' };
const GATE = { ...ON_ONE_MACHINE, ...PATIENT };
const paths = process.argv.slice(2);

if (paths.length > 0) {
  const isDeep = paths.some((path) => DEEP.test(path));
  const ignored = isDeep ? [] : [DEEP.source];
  const patterns = [...ignored, '/node_modules/', '/dist/'];
  const args = ['--ci', ...paths, '--testPathIgnorePatterns', ...patterns];
  process.exit(
    await run(process.execPath, [bin('jest/bin/jest.js'), ...args], isDeep ? ON_ONE_MACHINE : GATE),
  );
}

const suites = new Suites();
const CIRCLES = ['--config', '.dependency-cruiser.cjs', 'contracts', 'services', 'gateway', 'deploy', 'test'];
const lint = () => suites.step('lint', bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.');
const others = async () =>
  (await suites.step('format', bin('oxfmt/bin/oxfmt'), '--check', '.')) &&
  (await suites.step(
    'circles of imports',
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    ...CIRCLES,
  )) &&
  (await suites.step('types', bin('typescript7/bin/tsc'), '-p', 'tsconfig.json')) &&
  suites.step(
    'contract',
    '--conditions=source',
    '--import',
    'tsx',
    'contracts/generate/src/main.ts',
    '--check',
  );
if ((await Promise.all([lint(), others()])).includes(false)) process.exit(suites.end());

await suites.jest('specs, and the black box on one machine', { environment: GATE, again: true });
await suites.jest('one kill, and one start again', {
  files: ['test/faults/kills.fault.spec.ts', 'test/faults/replayed.fault.spec.ts'],
  workers: 1,
  environment: { ...GATE, CAIRN_TEST_KILLS: '1' },
  again: true,
});
process.exit(suites.end());
