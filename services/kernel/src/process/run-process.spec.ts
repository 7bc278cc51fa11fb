import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';

describe('a process that was forked', () => {
  const start = (): ChildProcess =>
    fork(join(__dirname, '../testkit/forked-process.ts'), [], {
      execArgv: ['--conditions=source', '--import', 'tsx'],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });

  it.each(['starting', 'started'])(
    'stops in an orderly way when who forked it is gone: it was %s then',
    async (when) => {
      const child = start();
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
