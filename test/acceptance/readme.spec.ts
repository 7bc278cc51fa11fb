import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzip } from '../support/archives.js';
import { root, type SharedCairn, topologies } from '../support/topology.js';

const run = promisify(execFile);
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** The lines under a heading of the README that are to be typed. */
const linesUnder = (heading: string): string => {
  const section = readme.split(/^## /m).find((text) => text.startsWith(heading));
  const block = /```bash\n([\s\S]*?)```/.exec(section ?? '')?.[1];
  if (block === undefined) throw new Error(`the README has no lines under ${heading}`);
  return block;
};

describe.each(topologies)('the README on $name', (topology) => {
  let cairn: SharedCairn;
  let folder: string;
  /** What the lines of both sections said, the second in the shell of the first. */
  let stdout: string;
  let stderr: string;
  beforeAll(async () => {
    cairn = await topology.shared();
    folder = mkdtempSync(join(tmpdir(), 'cairn-readme-'));
    const script = join(folder, 'first-steps.sh');
    writeFileSync(script, linesUnder('The first five minutes') + linesUnder('Working with others'));
    ({ stdout, stderr } = await run('bash', ['-euo', 'pipefail', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', CAIRN: cairn.baseUrl, MAILS: cairn.inside.mails },
    }));
  });
  afterAll(async () => {
    await cairn.leave();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the first five minutes are as they stand there', async () => {
    expect(stderr).toBe('');
    expect(stdout).toMatch(/format: 'csv',[\s\S]*created: 3,[\s\S]*labels_created: 2,/);
    const lines = stdout.split('\n');
    const first = lines.findIndex((line) => line.startsWith('Lovely'));
    expect(lines.slice(first, lines.indexOf('Reviews') + 1)).toEqual([
      'Lovely, twice',
      'Lovely',
      'Lovely, twice',
      expect.stringMatching(/^\[ 'datasets\.item\.created\.v1', 'datasets\.item\.updated\.v1' \]$/),
      'Lovely, twice',
      'Reviews',
    ]);
    const files = await unzip(readFileSync(join(folder, 'reviews.zip')));
    const records = [...files].filter(([name]) => name.endsWith('.jsonl')).map(([, bytes]) => String(bytes));
    expect(
      records
        .join('')
        .split('\n')
        .filter((line) => line.includes('"text"')),
    ).toHaveLength(3);
  }, 60_000);

  it('people work with others as it stands there', () => {
    const lines = stdout.trim().split('\n');
    const said = lines.slice(lines.indexOf('Reviews') + 1);
    // Persons come in the order of their ids.
    const people = said.splice(3, 4).sort((one, other) => one.length - other.length);
    expect(people).toEqual([
      '[',
      ']',
      expect.stringMatching(/^ {2}'[\da-f-]{36}: read,execute,write'/),
      expect.stringMatching(/^ {2}'[\da-f-]{36}: read,execute,write,delete,share,transfer'/),
    ]);
    expect(said).toEqual([
      'share_editor',
      'project',
      "[ 'Reviews' ]",
      "[ 'project_editor', 'share_editor' ]",
      "[ 'share_editor' ]",
      '0',
    ]);
  });

  it('the addresses that it names answer', async () => {
    for (const path of ['/docs', '/docs/errors', '/openapi.json'])
      expect((await fetch(`${cairn.baseUrl}${path}`)).status).toBe(200);
  });
});
