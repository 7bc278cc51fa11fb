import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolders } from './folders.js';

describe('folders', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-folders-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are made with those above them, for their owner alone, and taken as they are when they are there', () => {
    const deep = join(folder, 'one/two/three');
    makeFolders(deep);
    makeFolders(deep);
    for (let made = deep; made !== folder; made = dirname(made))
      expect([made, statSync(made).mode & 0o077]).toEqual([made, 0]);
  });

  it('are refused with the error of the system below a file, and where nothing can be made', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(() => makeFolders(file)).toThrow(/EEXIST/);
    expect(() => makeFolders(join(file, 'below'))).toThrow(/ENOTDIR/);
    expect(() => makeFolders('/proc/cairn/data')).toThrow(/ENOENT|EACCES|EROFS/);
    expect(existsSync('/proc/cairn')).toBe(false);
  });
});
