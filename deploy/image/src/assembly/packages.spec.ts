import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CannotAssemble } from './cannot-assemble.js';
import { type Manifest, packagesOf } from './packages.js';

describe('the packages of the image', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cairn-packages-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const installed = (
    folder: string,
    manifest: Partial<Manifest> & Readonly<Record<string, unknown>>,
  ): void => {
    mkdirSync(join(root, folder), { recursive: true });
    const named = { name: folder.replace(/^.*node_modules\//, ''), version: '1.0.0', ...manifest };
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(named));
  };
  const workspace = (folder: string, name: string, dependencies: Readonly<Record<string, string>>): void => {
    installed(folder, { name, dependencies });
    mkdirSync(dirname(join(root, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, folder), join(root, 'node_modules', name));
  };
  const found = () =>
    packagesOf(root, 'deploy/main').map(({ folder, foundAt, needs }) => ({ folder, foundAt, needs }));

  it('are what it needs, and what that needs, from where Node takes it', () => {
    workspace('deploy/main', '@own/main', { '@own/kernel': '1', one: '1' });
    workspace('services/kernel', '@own/kernel', { two: '2' });
    installed('node_modules/one', {
      dependencies: { two: '1' },
      optionalDependencies: { there: '1', absent: '1' },
    });
    installed('node_modules/two', { peerDependencies: { one: '1', missing: '1' } });
    installed('node_modules/there', {});
    installed('services/kernel/node_modules/two', { version: '2.0.0' });
    installed('node_modules/unneeded', {});
    expect(found()).toEqual([
      {
        folder: 'deploy/main',
        foundAt: 'deploy/main',
        needs: ['services/kernel', 'node_modules/one'],
      },
      {
        folder: 'node_modules/one',
        foundAt: 'node_modules/one',
        needs: ['node_modules/two', 'node_modules/there'],
      },
      { folder: 'node_modules/there', foundAt: 'node_modules/there', needs: [] },
      { folder: 'node_modules/two', foundAt: 'node_modules/two', needs: ['node_modules/one'] },
      {
        folder: 'services/kernel',
        foundAt: 'node_modules/@own/kernel',
        needs: ['services/kernel/node_modules/two'],
      },
      {
        folder: 'services/kernel/node_modules/two',
        foundAt: 'services/kernel/node_modules/two',
        needs: [],
      },
    ]);
  });

  it('are not taken without one that is needed', () => {
    workspace('deploy/main', '@own/main', { one: '1' });
    expect(found).toThrow(new CannotAssemble('@own/main needs one, which is not installed: run npm ci.'));
  });
});
