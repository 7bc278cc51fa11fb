import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LockOptions, withLock } from './lock.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-lock-'));
  file = join(folder, 'made', 'it.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const longestMs = 60_000;
const unexpected: LockOptions = {
  longestMs,
  waiting: () => {
    throw new Error('nobody should wait');
  },
};
const content = (): string => readFileSync(file, 'utf8');

describe('a lock', () => {
  it('holds the pid of its owner while the work is done, and nothing is left of it', async () => {
    expect(await withLock(file, async () => content(), unexpected)).toBe(String(process.pid));
    expect(readdirSync(join(folder, 'made'))).toEqual([]);
  });

  it('is given back when the work fails', async () => {
    const work = withLock(file, () => Promise.reject(new Error('no')), unexpected);
    await expect(work).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
  });

  it('lets one work after the other, and tells who waits for whom', async () => {
    const steps: string[] = [];
    const owners: number[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const first = withLock(
      file,
      async () => {
        begun();
        await finished;
        steps.push('first');
      },
      unexpected,
    );
    await hasBegun;
    const second = withLock(file, async () => steps.push('second'), {
      longestMs,
      waiting: (owner) => {
        owners.push(owner);
        finish();
      },
    });
    await Promise.all([first, second]);
    expect(steps).toEqual(['first', 'second']);
    expect(owners).toEqual([process.pid]);
  });

  it('can be refused instead of waited for', async () => {
    const inUse = {
      longestMs,
      waiting: (owner: number) => {
        throw new Error(`in use by ${owner}`);
      },
    };
    const work = withLock(file, () => withLock(file, async () => undefined, inUse), unexpected);
    await expect(work).rejects.toThrow(`in use by ${process.pid}`);
    expect(existsSync(file)).toBe(false);
  });

  it('of a process that is gone is taken over', async () => {
    await withLock(file, async () => undefined, unexpected);
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(file, String(pid));
    expect(await withLock(file, async () => content(), unexpected)).toBe(String(process.pid));
  });

  it('that is older than any work is taken over, whoever has that pid now', async () => {
    await withLock(file, async () => undefined, unexpected);
    writeFileSync(file, String(process.ppid));
    const longAgo = Date.now() / 1000 - 3600;
    utimesSync(file, longAgo, longAgo);
    expect(await withLock(file, async () => content(), unexpected)).toBe(String(process.pid));
  });
});
