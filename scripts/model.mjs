// `npm run model -- [sequences] [--seed <number>]`: random sequences of memberships, roles, shares and visibilities against the
// reference policy (S1, S5, S18). The seed is printed; the same seed plays the same sequences.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, root } from './prepare.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(randomInt(2 ** 31)) } },
});
const [sequences = '20000'] = positionals;
if (![sequences, values.seed].every((text) => /^\d+$/.test(text))) {
  console.error('usage: npm run model -- [sequences] [--seed <number>]');
  process.exit(2);
}

await prepare();
console.log(`${sequences} sequences, seed ${values.seed}`);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/jest/bin/jest.js'),
    '--ci',
    '--runInBand',
    '--forceExit',
    'deploy/services/src/rights-model.spec.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CAIRN_TEST_SEQUENCES: sequences, CAIRN_TEST_SEED: values.seed },
  },
);
process.exit(status ?? 1);
