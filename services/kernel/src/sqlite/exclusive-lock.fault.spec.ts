import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockHeld, takeExclusiveLock } from './exclusive-lock.js';

describe('an exclusive lock on a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-lock-'));
  const file = join(folder, 'lock.db');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is held by one and given on when it is released', () => {
    const release = takeExclusiveLock(file);
    expect(() => takeExclusiveLock(file)).toThrow(LockHeld);
    release();
    takeExclusiveLock(file)();
  });

  it('falls when its holder is killed', () => {
    const holder = `const D=require('libsql');const d=new D(process.argv[1]);d.exec('BEGIN EXCLUSIVE');process.kill(process.pid,'SIGKILL')`;
    expect(() => execFileSync(process.execPath, ['-e', holder, file], { stdio: 'ignore' })).toThrow();
    takeExclusiveLock(file)();
  });
});
