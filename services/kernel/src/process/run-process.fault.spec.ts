import { type ChildProcess, fork, spawn } from 'node:child_process';
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

const FROM_SOURCE = ['--conditions=source', '--import', 'tsx'];
const start = (program: string, stderr: 'inherit' | 'pipe', args: readonly string[] = []): ChildProcess => {
  const child = fork(join(__dirname, '../testkit', program), args, {
    execArgv: FROM_SOURCE,
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

describe('a process that is told to stop while it starts', () => {
  it.each<[NodeJS.Signals, number]>([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])('R10: ends at once by %s with %i, also as the first of a container', async (signal, code) => {
    const child = spawn(process.execPath, [...FROM_SOURCE, join(__dirname, '../testkit/forked-process.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    const said = text(child.stdout);
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toEqual([code, null]);
    expect(await said).toBe('starting\n');
  });
});

describe('a process that is told to stop', () => {
  const STOP_MS = '1500';
  const inTerminal = (...args: readonly string[]): ChildProcess => {
    const program = join(__dirname, '../testkit/stopping-process.ts');
    const child = spawn(process.execPath, [...FROM_SOURCE, program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    return child;
  };
  const greeted = async (child: ChildProcess) => {
    const said = text(child.stdout!);
    const ended = once(child, 'exit');
    await once(child.stdout!, 'data');
    return { said, ended };
  };

  it.each<[NodeJS.Signals, NodeJS.Signals]>([
    ['SIGINT', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
  ])(
    'R10: takes %s and %s at the same moment for one: npm tells again what the terminal told',
    async (...two) => {
      const child = inTerminal(STOP_MS);
      const { said, ended } = await greeted(child);
      for (const signal of two) {
        child.kill(signal);
        await pause(50);
      }
      expect(await ended).toEqual([0, null]);
      expect(await said).toBe('started\nstopped\n');
    },
  );

  it('ends at once when it is told again later', async () => {
    const child = inTerminal('5000');
    const { said, ended } = await greeted(child);
    child.kill('SIGINT');
    await pause(1_200);
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(await said).toBe('started\n');
  });

  it('says nothing of its libraries, and at the end that it has stopped', async () => {
    const child = spawn(process.execPath, [...FROM_SOURCE, join(__dirname, '../testkit/s3-process.ts')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    const told = text(child.stderr);
    const { said, ended } = await greeted(child);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await said).toBe('started\nstopped\n');
    expect(await told).toBe('');
  });

  it('R10: leaves Ctrl-C to who forked it', async () => {
    const child = start('stopping-process.ts', 'inherit', ['0']);
    const { said, ended } = await greeted(child);
    child.kill('SIGINT');
    await pause(FILLED_MS);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await said).toBe('started\nstopped\n');
  });

  it('R10: stops all else when something fails to stop, says so and ends with 1', async () => {
    const child = inTerminal('0', 'fails');
    const told = text(child.stderr!);
    const { said, ended } = await greeted(child);
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    expect(await said).toBe('started\nstopped\n');
    expect(await told).toBe('Not everything stopped in an orderly way: the log does not close.\n');
  });
});
