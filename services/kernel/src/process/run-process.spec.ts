import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for a pipe that nobody reads to be full. */
const FILLED_MS = 300;

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const start = (program: string, stderr: 'inherit' | 'pipe'): ChildProcess => {
  const child = fork(join(__dirname, '../testkit', program), [], {
    execArgv: ['--conditions=source', '--import', 'tsx'],
    stdio: ['ignore', 'pipe', stderr, 'ipc'],
  });
  started.push(child);
  return child;
};

describe('a process whose log nobody reads any more', () => {
  it.each(['is gone', 'is slow, then gone'])(
    'goes on, and stops in an orderly way: who read it %s',
    async (reader) => {
      const child = start('talking-process.ts', 'pipe');
      const said = text(child.stdout!);
      const ended = once(child, 'exit');
      if (reader === 'is gone') child.stderr!.resume();
      await once(child.stdout!, 'data');
      await pause(FILLED_MS);
      child.stderr!.destroy();
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(await said).toBe('started\nstopped\n');
    },
    20_000,
  );
});

describe('a process that was forked', () => {
  it.each(['starting', 'started'])(
    'stops in an orderly way when who forked it is gone: it was %s then',
    async (when) => {
      const child = start('forked-process.ts', 'inherit');
      const heard = createInterface({ input: child.stdout! });
      const all = text(child.stdout!);
      const ended = once(child, 'exit');
      for (let line = ''; line !== when;) [line] = (await once(heard, 'line')) as [string];
      child.disconnect();
      expect(await ended).toEqual([0, null]);
      expect((await all).split('\n')).toEqual(['starting', 'started', 'stopped', '']);
    },
  );
});
