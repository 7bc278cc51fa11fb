import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineStates } from './states.js';
import { exportLines, tableOf } from './table.js';

const PACKAGE = join(__dirname, '../..');
const ENDS = 'They run until Ctrl-C.';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-cli-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const program = (...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['--conditions=source', '--import', 'tsx', 'src/main.ts', ...args], {
    cwd: PACKAGE,
    env: { ...process.env, CAIRN_ENGINES: 'local' },
  });

/** What it prints until a text is there or it ends. */
const printed = async (child: ChildProcess, text = '\0'): Promise<string> => {
  let all = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      all += part;
      if (all.includes(text)) child.emit('printed');
    });
  await Promise.race([once(child, 'printed'), once(child, 'close')]);
  return all;
};

const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

/** @every-engine */
describe('npm run engines', () => {
  it('runs every engine, tells where it is, ends in order, and has the same data when it is started again', async () => {
    const first = program('--data', folder);
    const lines = await printed(first, ENDS);
    expect(lines).toMatch(/^kafka +Apache Kafka 3\.9\.1 +127\.0\.0\.1:\d+ +\d+ ms$/m);
    const variables = variablesIn(lines);
    expect(variables).toMatchObject({
      CAIRN_ENGINES: 'external',
      CAIRN_ENGINE_EVENTSTOREDB_URL: expect.stringMatching(/^esdb:\/\/127\.0\.0\.1:\d+\?tls=false$/),
      CAIRN_ENGINE_SMTP_FOLDER: join(folder, 'smtp'),
    });
    const second = program('--data', folder);
    expect(await printed(second)).toContain(
      `The engines of ${folder} are run by process ${first.pid} already.`,
    );
    expect(second.exitCode).toBe(1);
    first.kill('SIGINT');
    await once(first, 'close');
    expect(first.exitCode).toBe(0);
    const third = program('--data', folder);
    expect(variablesIn(await printed(third, ENDS))['CAIRN_ENGINE_S3_PASSWORD']).toBe(
      variables['CAIRN_ENGINE_S3_PASSWORD'],
    );
    third.kill('SIGTERM');
    await once(third, 'close');
    expect(third.exitCode).toBe(0);
  });

  it('names what it does not understand, and how it is used', async () => {
    const child = program('--docket');
    expect(await printed(child)).toMatch(/Unknown option '--docket'[^]*npm run engines \[-- options\]/);
    expect(child.exitCode).toBe(1);
  });
});

describe('what the engines are', () => {
  it('is by their own names, and says what is missing and what to do', async () => {
    const cache = process.env['CAIRN_ENGINES_DIR'];
    process.env['CAIRN_ENGINES_DIR'] = folder;
    try {
      const missing = 'it is not installed: npm run engines -- --install';
      expect(await engineStates('local', { installs: false })).toEqual([
        { name: 'eventstoredb', product: 'EventStoreDB protocol double', missing: undefined },
        { name: 'mongodb', product: 'SecantusDB 0.5.3-beta.196, a MongoDB-compatible server', missing },
        { name: 'kafka', product: 'Apache Kafka 3.9.1', missing },
        { name: 's3', product: 'versitygw 1.7.0', missing },
        { name: 'smtp', product: 'SMTP sink (npm smtp-server)', missing: undefined },
      ]);
    } finally {
      if (cache === undefined) delete process.env['CAIRN_ENGINES_DIR'];
      else process.env['CAIRN_ENGINES_DIR'] = cache;
    }
  });

  it('names the tool that an installation needs', async () => {
    const { PATH: path, CAIRN_ENGINES_DIR: cache } = process.env;
    Object.assign(process.env, { PATH: folder, CAIRN_ENGINES_DIR: folder });
    try {
      const states = await engineStates('local', { installs: true });
      expect(states.find(({ name }) => name === 's3')?.missing).toBe(
        'versitygw 1.7.0 needs `go`, which is not in PATH: install Go 1.25 or newer.',
      );
    } finally {
      process.env['PATH'] = path;
      if (cache === undefined) delete process.env['CAIRN_ENGINES_DIR'];
      else process.env['CAIRN_ENGINES_DIR'] = cache;
    }
  });

  it('is the real ones in containers, and those of the environment outside', async () => {
    const containers = await engineStates('containers', { installs: false });
    expect(containers[1]).toEqual({
      name: 'mongodb',
      product: 'MongoDB 8.0.17 (mongo:8.0.17)',
      missing: undefined,
    });
    const environment = { CAIRN_ENGINE_KAFKA_BROKERS: 'a:9092' };
    const outside = await engineStates('external', { installs: false, environment });
    expect(outside.filter(({ missing }) => missing === undefined)).toEqual([
      { name: 'kafka', product: 'kafka at CAIRN_ENGINE_KAFKA_BROKERS', missing: undefined },
    ]);
  });
});

describe('what is printed', () => {
  it('is in columns', () => {
    expect(
      tableOf([
        ['a', 'long', 'x'],
        ['longer', 'b', ''],
      ]),
    ).toEqual(['a       long  x', 'longer  b']);
    expect(tableOf([])).toEqual([]);
  });

  it('can be taken into a shell', () => {
    expect(exportLines({ A: "it's", B: 'x?y&z' })).toEqual([`export A='it'\\''s'`, `export B='x?y&z'`]);
  });
});
