import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownProgram } from './own-program.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-program-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = (path: string, seconds: number): void => {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, '');
  utimesSync(whole, seconds, seconds);
};
const isRunFrom = (): string =>
  ownProgram('it', folder)
    .args.at(-1)!
    .slice(folder.length + 1);

describe('a program of our own', () => {
  it('is run from what was compiled when that is as new as every source', () => {
    file('src/it/main.ts', 100);
    file('src/it/parts/part.ts', 100);
    file('src/it/parts/part.spec.ts', 900);
    file('dist/it/main.js', 100);
    file('dist/it/parts/part.js', 101);
    expect(ownProgram('it', folder)).toEqual({
      command: process.execPath,
      args: [join(folder, 'dist/it/main.js')],
      cwd: folder,
    });
  });

  it('is run from its sources when one of them is newer, is not compiled, or nothing is', () => {
    file('src/it/main.ts', 100);
    expect(isRunFrom()).toBe('src/it/main.ts');
    file('dist/it/main.js', 100);
    file('src/it/parts/part.ts', 100);
    expect(isRunFrom()).toBe('src/it/main.ts');
    file('dist/it/parts/part.js', 99);
    expect(isRunFrom()).toBe('src/it/main.ts');
    expect(ownProgram('it', folder).args.slice(0, -1)).toEqual(['--conditions=source', '--import', 'tsx']);
  });

  it('is run from what was compiled where there are no sources', () => {
    file('dist/it/main.js', 100);
    expect(isRunFrom()).toBe('dist/it/main.js');
  });
});
