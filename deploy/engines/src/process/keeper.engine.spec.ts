import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const START = `
  require('./src/index.ts').startEngine('smtp').then(({ url, folder }) => {
    console.log(url + ' ' + folder);
    WHEN_STARTED
  });
`;

/** A process that starts an engine, tells where it is, and never stops it. */
const parentThat = async (
  whenStarted: string,
): Promise<{ parent: ChildProcess; port: number; folder: string }> => {
  const script = START.replace('WHEN_STARTED', whenStarted);
  const parent = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', '--eval', script], {
    cwd: join(__dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CAIRN_ENGINES: 'local' },
  });
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
  const [url = '', folder = ''] = line.split(' ');
  return { parent, port: Number(new URL(url).port), folder };
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await wait(20);
};

describe('an engine whose parent did not stop it', () => {
  it('ends with its data when the parent is killed', async () => {
    const { parent, port, folder } = await parentThat('setInterval(() => undefined, 1000);');
    expect(await answers(port)).toBe(true);
    expect(existsSync(folder)).toBe(true);
    parent.kill('SIGKILL');
    await until(async () => !(await answers(port)));
    await until(() => !existsSync(folder));
  });

  it('does not keep the parent from ending, and ends then', async () => {
    const { parent, port, folder } = await parentThat('');
    if (parent.exitCode === null) await once(parent, 'exit');
    expect(parent.exitCode).toBe(0);
    await until(async () => !(await answers(port)));
    await until(() => !existsSync(folder));
  });
});
