import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { root } from './running-cairn.js';

const program = readFileSync(join(root, 'scripts/patient-hooks.cjs'), 'utf8');
const HOOKS = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];

describe('how long a hook may take', () => {
  /** What jest is told of each hook, for one of which the file says how long. */
  const told = (env: Readonly<Record<string, string>>, ownMs?: number) => {
    const given: unknown[] = [];
    const hook = (_: unknown, ms?: number): void => void given.push(ms);
    const hooks: Readonly<Record<string, typeof hook>> = Object.fromEntries(
      HOOKS.map((name) => [name, hook]),
    );
    const context = { process: { env }, ownMs, ...hooks };
    runInNewContext(`${program}\n${HOOKS.map((name) => `${name}(() => {}, ownMs);`).join('\n')}`, context);
    return given;
  };

  it('is as many times two minutes as the patience', () => {
    expect(told({ CAIRN_PATIENCE: '10' })).toEqual(HOOKS.map(() => 1_200_000));
    expect(told({ CAIRN_PATIENCE: '2' })).toEqual(HOOKS.map(() => 240_000));
  });

  it('is what jest says without patience, and what the file says', () => {
    for (const env of [{}, { CAIRN_PATIENCE: '' }, { CAIRN_PATIENCE: '1' }])
      expect(told(env)).toEqual(HOOKS.map(() => undefined));
    expect(told({ CAIRN_PATIENCE: '10' }, 600_000)).toEqual(HOOKS.map(() => 600_000));
  });
});
