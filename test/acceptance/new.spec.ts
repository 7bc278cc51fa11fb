import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copied, made, type NewFiles, ONE_OF_EACH, refusals } from '../support/copied-sources.js';

describe('npm run new', () => {
  let copy: string;
  let files: NewFiles;
  beforeAll(async () => {
    copy = await copied();
    files = await made(copy, ONE_OF_EACH);
  });
  afterAll(() => rm(copy, { recursive: true }));

  /** A tool on the copy: what it found where it ends with an error. */
  const found = async (tool: string, ...args: readonly string[]): Promise<string> => {
    const program = join(copy, 'node_modules', tool);
    const { status, stdout } = spawnSync(process.execPath, [program, ...args], {
      cwd: copy,
      encoding: 'utf8',
    });
    return status === 0 ? '' : stdout;
  };

  it('writes sources whose types fit, all of them', async () => {
    expect(await found('typescript7/bin/tsc', '-p', 'tsconfig.json')).toBe('');
  }, 600_000);

  it('writes what lint and the format of the repository take', async () => {
    const sources = [...files.made, ...files.changed].filter((path) => path.endsWith('.ts'));
    expect(await found('oxfmt/bin/oxfmt', '--check', ...sources)).toBe('');
    expect(await found('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...sources)).toBe('');
  }, 600_000);

  it('tells what it made and changed, what to write next and what to run', () => {
    const [record = ''] = files.told;
    expect(record.match(/^\S.*:$/gm)).toEqual(['Made:', 'Changed:', 'Write next:', 'Run:']);
    expect(record).toContain('  contracts/src/models/badge.ts: its fields, and what is unique\n');
    expect(record).toContain('  npm test -- services/models/src/badges.spec.ts\n');
  });

  it('refuses in one sentence what it cannot make', async () => {
    const cases: readonly (readonly [sentence: string, ...args: readonly string[]])[] = [
      ['Say what is new: npm run new -- record <area>/<name>, '],
      ['Say what is new: ', 'view', 'models/badge'],
      ['models/Badge is not an area and a name ', 'record', 'models/Badge'],
      ['badge is not an area and a name ', 'record', 'badge'],
      ['There is no area birds: ', 'record', 'birds/badge'],
      ['The record models/application cannot be made: ', 'record', 'models/application'],
      ['A name leaves its area out: card, ', 'record', 'models/model-card'],
      ['The job datasets/reindex cannot be made: ', 'job', 'datasets/reindex'],
      ['Work is asked for of an asset, ', 'job', 'identity/cleanup'],
      ['There is a service models already.', 'service', 'models'],
      ['There is a package @cairn/kernel already.', 'service', 'kernel'],
      ['A service is called by one word ', 'service', 'model-cards'],
      ['graphs has a kind of asset already: graph.', 'asset', 'graphs/graph'],
      ['The area of a kind of asset is called ', 'asset', 'texts/prompt'],
    ];
    const told = await refusals(
      copy,
      cases.map(([, ...args]) => args),
    );
    for (const [index, [sentence]] of cases.entries()) {
      expect(told[index]?.slice(0, sentence.length)).toBe(sentence);
      expect(told[index]).toMatch(/^[^\n]+[.]$/);
    }
  });

  it('writes nothing where one of its files is there already', async () => {
    await writeFile(join(copy, 'services/models/src/shelves.ts'), 'export {};\n');
    await expect(made(copy, [['record', 'models/shelf']])).rejects.toMatchObject({
      ...{ code: 1, stdout: '', stderr: 'services/models/src/shelves.ts is there already.\n' },
    });
    expect(existsSync(join(copy, 'contracts/src/models/shelf.ts'))).toBe(false);
  });
});
