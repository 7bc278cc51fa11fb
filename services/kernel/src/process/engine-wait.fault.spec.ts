import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { freePort } from '@cairn/engines';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { until } from '../testkit/until.js';

/** A call is given up after this time, so that the spec sees several tries. */
const DEADLINE_MS = 500;

interface Line {
  readonly setting?: string;
  readonly msg: string;
}

describe('a process that starts before its event log', () => {
  let folder: string;
  let child: ChildProcess;
  let double: EventStoreDbDouble | undefined;
  let log: Interface;
  let said: Promise<string>;
  let logPort: number;
  let metricsPort: number;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-waiting-'));
    logPort = await freePort();
    metricsPort = await freePort();
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await double?.stop();
    double = undefined;
    rmSync(folder, { recursive: true });
  });

  const start = (): void => {
    const program = join(__dirname, '../testkit/service-process.ts');
    child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', program], {
      env: {
        PATH: process.env['PATH'],
        CAIRN_DATA_DIR: folder,
        CAIRN_PORT: '0',
        CAIRN_METRICS_PORT: String(metricsPort),
        CAIRN_EVENTSTOREDB_URL: `esdb://127.0.0.1:${logPort}?tls=false&defaultDeadline=${DEADLINE_MS}`,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    said = text(child.stdout!);
    log = createInterface({ input: child.stderr! });
  };
  const nextLine = async (): Promise<Line> => {
    const [line] = (await once(log, 'line')) as [string];
    return JSON.parse(line) as Line;
  };
  const probed = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${metricsPort}${path}`)).status;
  const hasStarted = async (): Promise<boolean> => (await probed('/startupz')) === 200;
  const WAITS = { setting: 'CAIRN_EVENTSTOREDB_URL', msg: 'the start waits for an engine' };

  it('waits, lives meanwhile, and is ready when the log is there', async () => {
    start();
    expect(await nextLine()).toMatchObject(WAITS);
    expect([await probed('/livez'), await probed('/startupz'), await probed('/readyz')]).toEqual([
      200, 503, 503,
    ]);
    double = await startEventStoreDbDouble({ port: logPort });
    await until(hasStarted, 20_000);
    await until(async () => (await probed('/readyz')) === 200, 20_000);
  });

  it('waits no longer when the process that forked it is gone', async () => {
    start();
    await nextLine();
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([1, null]);
  });

  it('R10: ends at once by SIGTERM while it waits', async () => {
    start();
    await nextLine();
    const toldAt = performance.now();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    expect(performance.now() - toldAt).toBeLessThan(2_000);
    expect(await said).toBe('');
  });
});
