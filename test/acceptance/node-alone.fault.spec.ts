import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../support/topology.js';

/** What a machine with Node has beside it; neither Java nor Maven, Go, Rust or Docker. */
const THERE = ['node', 'npm', 'sh', 'env', 'git'];

/** A spec that asks for MongoDB, and one that asks for no engine. */
const PATHS = ['services/kernel/src/vault/mongodb/faults', 'services/kernel/src/vault/personal'];

describe('npm test on a machine that has Node alone', () => {
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

  const npmTest = async (more: Readonly<Record<string, string>> = {}) => {
    const child = spawn('npm', ['test', '--', ...PATHS], {
      cwd: root,
      env: { PATH: join(folder, 'bin'), HOME: folder, CAIRN_ENGINES_DIR: engines(), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await once(child, 'close')) as [number | null];
    const [out, errors] = await said;
    return { code, out, errors };
  };

  it('passes; its end names what was not run and why; it installs nothing', async () => {
    const { code, out, errors } = await npmTest();
    expect([code, errors]).toEqual([0, expect.stringMatching(/^PASS .*vault\/personal/m)]);
    expect(errors).not.toMatch(/^(PASS|FAIL) .*vault\/mongodb/m);
    const end = out.slice(out.indexOf('Not run'));
    expect(end).toMatch(/^Not run, for lack of an engine:\n/);
    expect(end).toMatch(/^ {2}mongodb, SecantusDB .*: it is not installed.*`cargo`, which is not in PATH/m);
    expect(end).toContain('services/kernel/src/vault/mongodb/faults.spec.ts');
    expect(end).not.toContain('vault/personal');
    expect(readdirSync(engines())).toEqual([]);
  }, 120_000);

  it('fails where everything must be there, and names the engine', async () => {
    const { code, out, errors } = await npmTest({ CI: 'true' });
    expect(code).toBe(1);
    expect(out + errors).toMatch(/SecantusDB .*needs `cargo`, which is not in PATH/);
  }, 120_000);
});

const isIn = (place: string, name: string): boolean => {
  try {
    return readdirSync(place).includes(name);
  } catch {
    return false;
  }
};
