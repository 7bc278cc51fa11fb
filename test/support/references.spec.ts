import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './running-cairn.js';

/** A text of a code that is cited, so that this file does not cite what is not there. */
const cited = (...parts: readonly (string | number)[]): string => parts.join('');
const row = (id: string, code: string, tests: string): string =>
  `| <a id="${id}"></a>${code} | what it requires | ${tests} |\n`;

const SOUND: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules/\n',
  'node_modules/one/README.md': cited('S', 99),
  'docs/requirements.md': `# Requirements\n\n| | | |\n|---|---|---|\n${[
    row('law-3', 'law 3', '`test/twice.spec.ts`'),
    row('s03', 'S03', '`test/twice.spec.ts`, `test`'),
    row('s12', 'S12', 'lint'),
    row('trap-5', 'TRAP-5', '`test/other.ts`'),
    row('spec-24', 'SPEC-24', 'not built yet'),
    row('spec-lists', 'SPEC-lists', 'not built yet'),
  ].join('')}`,
  'docs/decisions/0024-a-job.md': '# ADR-0024: A job\n\nIts `ADR-0024`, [here](#adr-0024-a-job).\n',
  'docs/page.md':
    '[ADR-0024](decisions/0024-a-job.md), [law 3](requirements.md#law-3), [it](#a-b)\n\n## `a` b\n',
  'test/twice.spec.ts': '/** law 3, S03: twice (SPEC-24), by S12 to S12. S3 stores. RFC 9457, section 3 */\n',
  'test/other.ts': ['/**', ' * SPEC-lists, TRAP-5, ADR-0024, SHA-256 and S256, law', ' * 3.', ' */', ''].join(
    '\n',
  ),
};

describe('what is cited', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  /** What the check says of the sound files and these, a line each. */
  const faults = (files: Readonly<Record<string, string>>): readonly string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-references-'));
    folders.push(folder);
    for (const [path, text] of Object.entries({ ...SOUND, ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/references.mjs'), folder], {
      encoding: 'utf8',
    });
    const lines = stderr.split('\n').filter((line) => line !== '');
    expect(status).toBe(lines.length === 0 ? 0 : 1);
    return lines.map((line) => line.replace(/“.*”: /, ''));
  };

  it('is right as codes of requirements and records, in comments and pages', () =>
    expect(faults({})).toEqual([]));

  it('is wrong where nothing of that code is there', () => {
    const codes = [
      cited('law ', 9),
      cited('S', 51),
      cited('R', 16),
      cited('TRAP', '-6'),
      cited('SPEC', '-25'),
      cited('SPEC', '-colours'),
    ];
    const text = [...codes.map((code) => `it('${code}: once')`), cited('// ADR', '-0025')].join('\n');
    expect(faults({ 'test/a.ts': text })).toEqual([
      ...['law-9', 's51', 'r16', 'trap-6', 'spec-25', 'spec-colours'].map(
        (id, line) => `test/a.ts:${line + 1}: there is no ${id} in docs/requirements.md`,
      ),
      `test/a.ts:7: there is no ${cited('ADR', '-0025')} in docs/decisions`,
    ]);
  });

  it('is wrong in another form, which is told', () => {
    const numbered = 'cite SPEC-24 for the specification, ADR-0024 for a record in docs/decisions';
    const forms = [
      ['decision', ' 24', numbered],
      ['decisions', ', section 7, 8', numbered],
      ['docs/deci', 'sions/0024', 'cite ADR-0024'],
      ['formats', '.md, section 1', 'cite SPEC-dataset-formats or SPEC-model-files'],
      ['spec', ' 24', 'cite SPEC-24'],
      ['trap', ' 5', 'cite TRAP-5'],
      ['laws', ' 3 and 4', 'cite each: law 3 and law 4'],
      ['(S', '3)', 'S3 is the store: cite the requirement as S03'],
    ] as const;
    const files = forms.map(([one, other], place) => [`test/${place}.ts`, `\n/** It (${one}${other}) */`]);
    expect(faults(Object.fromEntries(files) as Record<string, string>)).toEqual(
      forms.map(([, , instead], place) => `test/${place}.ts:2: ${instead}`),
    );
    expect(faults({ 'test/a.ts': `/** It (${cited('trap', '\n * 5')}) */` })).toHaveLength(1);
  });

  it('is wrong where a requirement names no test, or one that is silent of it', () =>
    expect(
      faults({
        'docs/requirements.md': `${SOUND['docs/requirements.md']}${row('s1', 'S1', '`test/gone.spec.ts`')}${row('r1', 'R1', '`test/twice.spec.ts`')}`,
      }),
    ).toEqual([
      'docs/requirements.md:11: S1: there is no test/gone.spec.ts',
      'docs/requirements.md:12: R1: test/twice.spec.ts does not cite it',
    ]));

  it('is wrong where a link of a page leads nowhere or elsewhere, or a record is not linked', () =>
    expect(
      faults({
        'docs/a.md': [
          '[one](gone.md) [two](page.md)',
          '| [three](page.md#gone) |',
          '[ADR-0024](page.md)',
          cited('by ADR', '-0024'),
        ].join('\n\n'),
      }),
    ).toEqual([
      'docs/a.md:1: there is no docs/gone.md',
      'docs/a.md:3: docs/page.md has no heading or anchor “gone”',
      'docs/a.md:5: ADR-0024 leads to docs/page.md',
      'docs/a.md:7: a page links the record: [ADR-0024](…)',
    ]));
});
