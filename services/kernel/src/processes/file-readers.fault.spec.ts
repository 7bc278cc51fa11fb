import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../testkit/index.js';
import { endIdleReaders, ReadersBusy } from './file-readers.js';
import type { SentFile } from './sent-file.js';
import type { ToldRequest } from './testing/told-reader.js';
import { toldReaders } from './testing/told-readers.js';

const SHELL = '/bin/sh';
/** As in an image that has none. */
const NO_SHELL = '/no/shell';

const fileOf = (text: string): SentFile => ({
  size: text.length,
  read: async (start, length) => Buffer.from(text.slice(start, start + length)),
});
const NOTHING = fileOf('');
const CONTENT = '0123456789'.repeat(20_000);

const isThere = (pid: number): boolean => {
  try {
    // What was killed and is not yet waited for counts as gone.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('processes that read files', () => {
  let readers: ReturnType<typeof toldReaders>;
  const open = (...options: Parameters<typeof toldReaders>): void => {
    readers = toldReaders(...options);
  };
  afterEach(() => readers.close());
  const ask = (request: ToldRequest, account = 'user:1', file = NOTHING) =>
    readers.ask(request, file, { account });
  const reads = async (): Promise<void> =>
    expect(await ask({ does: 'read', size: CONTENT.length }, 'user:1', fileOf(CONTENT))).toEqual({
      said: CONTENT,
    });

  it('read what who asked reads for them, and end when nobody needs them', async () => {
    open({ idleMs: 50 });
    await reads();
    const pids = readers.pids;
    await until(async () => pids.every((pid) => !isThere(pid)));
    await reads();
  });

  it.each([
    ['never ends', 'hang', /^The file ended the process that read it: it took longer than it may\.$/],
    ['takes all memory', 'grow', /^The file ended the process that read it: out of memory/],
  ] as const)('S33: a file that %s is told so, and the next one is read', async (_, does, message) => {
    open({ limitMs: 5_000 });
    expect(await ask({ does })).toEqual({ unread: expect.stringMatching(message) });
    await reads();
  });

  it('that nobody needs are ended where a service stops, and the next file is read', async () => {
    open();
    await reads();
    const [pid = 0] = readers.pids;
    await endIdleReaders();
    expect([readers.pids, isThere(pid)]).toEqual([[], false]);
    await reads();
  });

  it('one that is killed refuses the file that it read, and no other', async () => {
    open();
    const hanging = ask({ does: 'hang' });
    const waiting = ask({ does: 'wait', size: 500 }, 'user:2');
    await until(async () => readers.pids.length === 2);
    // Begun: what was asked is behind it by now, or it is asked again.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    process.kill(readers.pids[0] ?? 0, 'SIGKILL');
    expect(await hanging).toEqual({ unread: 'The file ended the process that read it: SIGKILL.' });
    expect(await waiting).toEqual({ said: 'waited' });
    await reads();
  });

  it('that are killed while nobody asks refuse nothing', async () => {
    open();
    for (let time = 0; time < 3; time += 1) {
      await reads();
      const [pid = 0] = readers.pids;
      process.kill(pid, 'SIGKILL');
      await until(async () => !isThere(pid));
    }
    await reads();
  });

  it('that do not start refuse no file for good', async () => {
    open({}, { program: '/no/program' });
    await expect(ask({ does: 'read' })).rejects.toThrow(ReadersBusy);
  });

  it('are not blamed for a file that is slow to come, nor for one that cannot be had', async () => {
    open({ limitMs: 1_000 });
    await reads();
    const slow = {
      size: 1,
      read: () => new Promise<Buffer>((resolve) => setTimeout(() => resolve(Buffer.from('x')), 2_000)),
    };
    expect(await ask({ does: 'read', size: 1 }, 'user:1', slow)).toEqual({ said: 'x' });
    const gone = { size: 1, read: () => Promise.reject(new Error('the engine is away')) };
    await expect(ask({ does: 'read', size: 1 }, 'user:1', gone)).rejects.toThrow('the engine is away');
    await reads();
  });

  it('are never all those of one account', async () => {
    open();
    await Promise.all([reads(), ask({ does: 'wait', size: 10 }, 'user:2')]);
    const order: string[] = [];
    const asked = async (account: string, size: number): Promise<void> => {
      await ask({ does: 'wait', size }, account);
      order.push(account);
    };
    await Promise.all([...Array.from({ length: 3 }, () => asked('user:1', 400)), asked('user:2', 1)]);
    expect(order[0]).toBe('user:2');
  });

  it('refuse what is too much of one account, and what waits too long', async () => {
    open({ waiting: 8, waitMs: 200 });
    const answers = await Promise.allSettled([1, 2, 3].map(() => ask({ does: 'wait', size: 1_500 })));
    expect(answers).toMatchObject([
      { value: { said: 'waited' } },
      { reason: { name: 'ReadersBusy', message: expect.stringContaining('had no time') } },
      { reason: { name: 'ReadersBusy', message: expect.stringContaining('of your account') } },
    ]);
  });

  it('are ended by a close, and who waits is told', async () => {
    open();
    await reads();
    const pids = readers.pids;
    const all = Promise.allSettled([ask({ does: 'hang' }), ask({ does: 'read' })]);
    await readers.close();
    for (const answer of await all) expect(answer).toMatchObject({ reason: { name: 'ReadersBusy' } });
    await expect(ask({ does: 'read' })).rejects.toThrow(ReadersBusy);
    expect(pids.some(isThere)).toBe(false);
  });

  it.each([
    [0, SHELL],
    [1_500, SHELL],
    [0, NO_SHELL],
    [1_500, NO_SHELL],
  ])('end with the process that started them, also at work (%i ms), by %s', async (afterMs, shell) => {
    open();
    const parent = spawn(
      process.execPath,
      [
        ...['--conditions=source', '--import', 'tsx', join(__dirname, 'testing/reading-process.ts')],
        ...[String(afterMs), shell],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
    const pids = line.trim().split(',').map(Number);
    expect(pids.map(isThere)).toEqual([true]);
    parent.kill('SIGKILL');
    await until(async () => !pids.some(isThere));
  });

  it.each([SHELL, NO_SHELL])(
    'have limits that the system keeps, and no environment, by %s',
    async (shell) => {
      open({}, { memoryBytes: 2 * 1024 ** 3, shell });
      await reads();
      const [pid = 0] = readers.pids;
      const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
      expect(limits).toMatch(/Max address space +3758096384 +3758096384 /);
      expect(limits).toMatch(/Max core file size +0 +0 /);
      expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
      const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
        .split('\0')
        .map((each) => each.split('=')[0]);
      expect(names).not.toContain('HOME');
    },
  );

  it('have nobody beside them where there is no shell', async () => {
    open({}, { shell: NO_SHELL });
    await reads();
    const [pid = 0] = readers.pids;
    expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
  });
});
