import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { oneMachine, root } from '../support/topology.js';

const READY = /^Cairn is ready at (\S+)$/m;
/** A graceful stop takes ten seconds at most. */
const GONE_WITHIN_MS = 15_000;

/** `npm start` as a supervisor runs it, in a folder of its own. */
class NpmStart {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-npm-start-'));
  readonly #npm: ChildProcess;
  said = '';

  constructor(environment: Readonly<Record<string, string>> = {}) {
    const { PATH = '', HOME = '' } = process.env;
    const own = { CAIRN_DATA_DIR: join(this.folder, 'data'), CAIRN_PORT: '0', CAIRN_METRICS_PORT: '-1' };
    this.#npm = spawn('npm', ['start'], {
      cwd: root,
      env: { PATH, HOME, ...own, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.#npm.stdout, this.#npm.stderr])
      stream?.on('data', (chunk: Buffer) => (this.said += String(chunk)));
  }

  get baseUrl(): string {
    return READY.exec(this.said)?.[1] ?? '';
  }

  async ready(): Promise<void> {
    while (this.baseUrl === '') {
      if (this.#npm.exitCode !== null) throw new Error(`it ended before it was ready:\n${this.said}`);
      await pause(50);
    }
  }

  /** Answers how npm ended. */
  async end(signal: NodeJS.Signals): Promise<number | string | null> {
    const gone = once(this.#npm, 'exit');
    this.#npm.kill(signal);
    const [code, by] = (await gone) as [number | null, string | null];
    return code ?? by;
  }

  /** What is left of it, npm's children too. */
  remove(): void {
    try {
      process.kill(-(this.#npm.pid ?? 0), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether it comes true in the time that a graceful stop may take. */
const comesTrue = async (holds: () => boolean | Promise<boolean>): Promise<boolean> => {
  const deadline = Date.now() + GONE_WITHIN_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) return false;
    await pause(50);
  }
  return true;
};

const answers = async (baseUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${baseUrl}/healthz`)).ok;
  } catch {
    return false;
  }
};

describe('npm start', () => {
  let started: NpmStart;
  beforeEach(async () => {
    started = new NpmStart();
    await started.ready();
  });
  afterEach(() => started.remove());

  it.each<[NodeJS.Signals, number | string]>([
    ['SIGTERM', 0],
    ['SIGKILL', 'SIGKILL'],
  ])(
    'R10: ends when npm gets %s, as from a container or a supervisor, and lets go of its data folder',
    async (signal, code) => {
      expect(await started.end(signal)).toBe(code);
      expect(await comesTrue(async () => !(await answers(started.baseUrl)))).toBe(true);
      expect(await comesTrue(() => started.said.includes('Cairn has stopped.\n'))).toBe(true);
      const again = await oneMachine.start({ CAIRN_DATA_DIR: join(started.folder, 'data') });
      expect(again.printed()).toMatch(READY);
      expect(await again.end('SIGTERM')).toBe(0);
      await again.remove();
    },
    60_000,
  );

  it('leaves refusals to the log in its data folder, which the greeting names', async () => {
    const before = started.said;
    const refused = await fetch(`${started.baseUrl}/api/v1/me`, {
      headers: { Authorization: 'Bearer none' },
    });
    expect(refused.status).toBe(401);
    const log = /^Log: (\S+)$/m.exec(before)?.[1] ?? '';
    expect(log).toBe(join(started.folder, 'data/logs/cairn.log'));
    expect(await started.end('SIGTERM')).toBe(0);
    expect(readFileSync(log, 'utf8')).toMatch(
      /"process":"cairn","service":"gateway".*"audit":true.*"status":401.*"msg":"refused"/,
    );
    expect(started.said.slice(before.length)).toBe('Cairn has stopped.\n');
  }, 60_000);
});
