import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../support/topology.js';

const PATH = process.env['PATH'] ?? '';

/** A tree with the project's own scripts and one package, and an npm that notes when it is called. */
class Tree {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-preparing-'));
  readonly #calls = join(this.folder, 'calls');

  constructor() {
    cpSync(join(root, 'scripts'), join(this.folder, 'scripts'), { recursive: true });
    this.consistsOf('one');
    mkdirSync(join(this.folder, 'bin'));
    const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
    writeFileSync(join(this.folder, 'bin/npm'), `#!/bin/sh\necho "$@" >> ${this.#calls}\nexec ${npm} "$@"\n`);
    chmodSync(join(this.folder, 'bin/npm'), 0o755);
  }

  /** As a person types it. */
  npm(...args: readonly string[]): void {
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--offline'], {
      cwd: this.folder,
      stdio: 'ignore',
    });
  }

  /** What a start does first. Answers the calls of npm that it made. */
  install(): readonly string[] {
    rmSync(this.#calls, { force: true });
    const module = pathToFileURL(join(this.folder, 'scripts/prepare.mjs')).href;
    execFileSync(process.execPath, ['-e', `import('${module}').then(({ install }) => install())`], {
      stdio: 'ignore',
      env: { PATH: join(this.folder, 'bin') + delimiter + PATH, HOME: this.folder },
    });
    if (!existsSync(this.#calls)) return [];
    return readFileSync(this.#calls, 'utf8').trim().split('\n');
  }

  /** The packages of the tree, and the lock file that says so. */
  consistsOf(...names: readonly string[]): void {
    for (const name of names) {
      mkdirSync(join(this.folder, name), { recursive: true });
      this.#write(`${name}/package.json`, { name, version: '1.0.0' });
    }
    this.#write('package.json', { name: 'tree', version: '1.0.0', private: true, workspaces: names });
    this.npm('install', '--package-lock-only');
  }

  #write(name: string, content: object): void {
    writeFileSync(join(this.folder, name), JSON.stringify(content));
  }
}

describe('what a start prepares', () => {
  let tree: Tree;
  beforeEach(() => void (tree = new Tree()));
  afterEach(() => rmSync(tree.folder, { recursive: true, force: true }));
  const once = [expect.stringMatching(/^ci /)];

  it('is installed once, and again when the lock file is another', () => {
    expect(tree.install()).toEqual(once);
    expect(tree.install()).toEqual([]);
    tree.consistsOf('one', 'two');
    expect(tree.install()).toEqual(once);
    expect(tree.install()).toEqual([]);
  });

  it('is not installed again after `npm ci` by hand', () => {
    tree.npm('ci');
    expect(tree.install()).toEqual([]);
    tree.install();
    tree.npm('ci');
    expect(tree.install()).toEqual([]);
  });

  it('shows that it goes on while it takes its time, and how long it took', () => {
    const told = join(root, 'scripts/told.mjs');
    const wait = 'setTimeout(() => undefined, 2_300)';
    const script = `import { runTold } from ${JSON.stringify(told)}; await runTold('Building', process.execPath, ['-e', '${wait}'], '.');`;
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Building \.{2,} [23] s\n$/)]);
  });

  it('is installed again when a package of it is gone', () => {
    tree.npm('ci');
    rmSync(join(tree.folder, 'node_modules/one'));
    expect(tree.install()).toEqual(once);
  });
});
