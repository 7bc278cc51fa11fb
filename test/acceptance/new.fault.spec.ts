import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copied, made, type NewFiles, ONE_OF_EACH } from '../support/copied-sources.js';

const MINUTE = 60_000;
/** What holds of all that there is, whoever added it. */
const OF_ALL = [
  'contracts/generate/src/blobs.spec.ts',
  'contracts/generate/src/contract.spec.ts',
  'deploy/services/src/rights-model.spec.ts',
  'deploy/services/src/services.spec.ts',
  'gateway/src/pipeline/subject.spec.ts',
];
/** What asks every operation, on one machine. */
const BLACK_BOX = [
  'test/contract/every-operation.spec.ts',
  'test/contract/lists.spec.ts',
  'test/contract/time-travel.spec.ts',
  'test/contract/deleted-lists.spec.ts',
  'test/contract/idempotency.spec.ts',
  'test/security/every-path.spec.ts',
  'test/security/rights.spec.ts',
  'test/acceptance/personal-export.spec.ts',
];

describe('what npm run new has made', () => {
  let copy: string;
  let files: NewFiles;
  beforeAll(async () => {
    copy = await copied();
    files = await made(copy, ONE_OF_EACH);
  });
  afterAll(() => rm(copy, { recursive: true }));

  /** A program on the copy: its code, and the end of what it printed where that is not 0. */
  const ran = (program: string, ...args: readonly string[]) => {
    const env = { ...process.env, CAIRN_TEST_TOPOLOGY: 'one machine' };
    const options = { cwd: copy, env, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
    const { status, stdout, stderr } = spawnSync(program, args, options);
    return [status, status === 0 ? '' : `${stdout}${stderr}`.slice(-20_000)];
  };
  const script = (name: string) => ran('npm', 'run', '--silent', name);
  const specs = (paths: readonly string[]) =>
    ran(
      process.execPath,
      join(copy, 'node_modules/jest/bin/jest.js'),
      ...['--ci', '--forceExit', '--runTestsByPath'],
      ...paths,
    );

  it(
    'imports in no circle, and is written into what git has of the contract',
    () => {
      expect(script('circles')).toEqual([0, '']);
      expect(script('contracts')).toEqual([0, '']);
    },
    10 * MINUTE,
  );

  it(
    'passes its conformance, and what holds of all',
    () => {
      const own = files.made.filter((path) => path.endsWith('.spec.ts'));
      expect(own).toHaveLength(6);
      expect(specs([...own, ...OF_ALL])).toEqual([0, '']);
    },
    20 * MINUTE,
  );

  it(
    'is asked and answers as all others, as the black box sees it',
    () => {
      expect(script('build')).toEqual([0, '']);
      expect(specs(BLACK_BOX)).toEqual([0, '']);
    },
    30 * MINUTE,
  );
});
