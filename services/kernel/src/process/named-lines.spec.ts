import { fork } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What a process says on its standard error, and who it is. */
const saidBy = async (way: string) => {
  const child = fork(join(__dirname, '../testkit/failing-process.ts'), [way], {
    execArgv: ['--conditions=source', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const said = text(child.stderr!);
  const [code] = (await once(child, 'exit')) as [number];
  return { code, said: await said, instance: `${hostname()}:${child.pid ?? ''}` };
};

describe('a process among others', () => {
  it.each([
    ['throws', 50, 'thrown'],
    ['rejects', 50, 'rejected'],
    ['warns', 40, 'warned'],
    ['logs', 40, 'logged'],
  ])('names itself in every line: it %s', async (way, level, message) => {
    const { code, said, instance } = await saidBy(way);
    expect(code).toBe(1);
    const named = { process: 'cairn-spec', service: 'spec', instance, level };
    expect(JSON.parse(said)).toMatchObject({ ...named, err: { message } });
  });

  it('names itself when it cannot start, in one sentence', async () => {
    const { code, said } = await saidBy('refuses');
    expect([code, said]).toEqual([1, 'cairn-spec: It cannot start.\n']);
  });

  it('tells by its exit code that it may be started again: an engine that it waited for did not come', async () => {
    const { code, said } = await saidBy('waited');
    expect([code, said]).toEqual([75, 'cairn-spec: It waited for an engine.\n']);
  });
});
