import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../support/topology.js';

/** What a machine with Node has beside it; neither Java nor Maven, Go, Rust or Docker. */
const THERE = ['node', 'npm', 'sh', 'env', 'git'];

describe('the commands of tests on a machine that has Node alone', () => {
  let folder: string;
  const engines = () => join(folder, 'engines');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-node-alone-'));
    const places = (process.env['PATH'] ?? '').split(delimiter).reverse();
    mkdirSync(join(folder, 'bin'));
    mkdirSync(engines());
    const found = new Map(
      places.flatMap((place) => THERE.filter((name) => isIn(place, name)).map((name) => [name, place])),
    );
    for (const [name, place] of found) symlinkSync(join(place, name), join(folder, 'bin', name));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const npm = async (...args: readonly string[]) => {
    const child = spawn('npm', args, {
      cwd: root,
      env: { PATH: join(folder, 'bin'), HOME: folder, CAIRN_ENGINES_DIR: engines() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await once(child, 'close')) as [number | null];
    const [out, errors] = await said;
    expect(readdirSync(engines())).toEqual([]);
    return { code, out, errors };
  };
  const MISSING =
    /^(smoke|test:deep engines) is not run: mongodb \(SecantusDB .*`cargo`, which is not in PATH/m;

  it('test: runs specs of the gate', async () => {
    const { code, errors } = await npm('test', '--', 'services/kernel/src/vault/personal');
    expect([code, errors]).toEqual([0, expect.stringMatching(/^PASS .*vault\/personal/m)]);
  }, 120_000);

  it('test:smoke: is not run, and names each engine that is missing', async () => {
    const { code, out } = await npm('run', 'test:smoke');
    expect([code, out]).toEqual([0, expect.stringMatching(MISSING)]);
  }, 120_000);

  it('test:deep: fails where a part needs an engine, and names it', async () => {
    const { code, out } = await npm('run', 'test:deep', 'engines');
    expect([code, out]).toEqual([1, expect.stringMatching(MISSING)]);
  }, 120_000);
});

const isIn = (place: string, name: string): boolean => {
  try {
    return readdirSync(place).includes(name);
  } catch {
    return false;
  }
};
