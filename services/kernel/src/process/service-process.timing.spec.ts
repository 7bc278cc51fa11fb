import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_STREAM } from '../eventlog/port.js';
import { openSqliteEventLog } from '../eventlog/index.js';
import { defineService, readConfig } from '../runtime/index.js';
import { counterEvent } from '../testkit/counter-writer.js';
import { counter, counters } from '../testkit/counters.js';
import { until } from '../testkit/until.js';
import { openSqliteVault } from '../vault/index.js';
import { startServiceProcess } from './service-process.js';
import { StartError } from './start-error.js';

const service = defineService({
  name: 'kernel',
  aggregates: [counter],
  commands: [],
  projections: [counters],
});

describe('a service alone in its process', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'cairn-service-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A log in which an event stands for so long already. */
  const withEventOf = async (agoMs: number): Promise<void> => {
    const vault = openSqliteVault({ path: join(folder, 'vault.db') });
    const log = openSqliteEventLog({ path: join(folder, 'log.db') });
    const at = new Date(Date.now() - agoMs).toISOString();
    const events = [counterEvent('made', { owner: 'o' }, { at })];
    await log.append({ stream: 'counter-a', expected: NO_STREAM, events });
    await log.close();
    await vault.close();
  };

  const started = async (delayMs: number) => {
    const running = await startServiceProcess(
      service,
      readConfig({
        CAIRN_DATA_DIR: folder,
        CAIRN_PORT: '0',
        CAIRN_METRICS_PORT: '-1',
        CAIRN_LOG_LEVEL: 'silent',
        CAIRN_PROJECTION_DELAY_MS: String(delayMs),
      }),
    );
    const url = /is ready at (\S+)/.exec(running.greeting[0] ?? '')?.[1] ?? '';
    const ready = async () => {
      const answer = await fetch(`${url}/readyz`);
      return { status: answer.status, body: await answer.json() };
    };
    return { ready, stop: running.stop };
  };

  it('is ready when its read models have what the log has', async () => {
    await withEventOf(60_000);
    const { ready, stop } = await started(0);
    await until(async () => (await ready()).status === 200, 10_000);
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
    await stop();
  });

  it('does not start on a log that is older than its read models, and says so in one sentence', async () => {
    await withEventOf(60_000);
    const { ready, stop } = await started(0);
    await until(async () => (await ready()).status === 200, 10_000);
    await stop();
    for (const name of readdirSync(folder).filter((one) => one.startsWith('log.db')))
      rmSync(join(folder, name));
    await expect(started(0)).rejects.toThrow(StartError);
    await expect(started(0)).rejects.toThrow(/^[^\n]+\.$/);
  });

  it('does not start where nothing says how those that it needs are reached, and says so in one sentence', async () => {
    const settings = { CAIRN_DATA_DIR: folder, CAIRN_PORT: '0', CAIRN_METRICS_PORT: '-1' };
    const config = (services: string) =>
      readConfig({ ...settings, CAIRN_LOG_LEVEL: 'silent', CAIRN_SERVICES: services });
    const needing = defineService({ ...service, needs: ['models'] });
    for (const missing of ['', 'datasets=http://127.0.0.1:1'])
      await expect(startServiceProcess(needing, config(missing))).rejects.toThrow(
        new StartError('CAIRN_SERVICES must name where models can be reached.'),
      );
    const running = await startServiceProcess(needing, config('models=http://127.0.0.1:1'));
    await running.stop();
  });

  it('is not ready while its read models are far behind, and says how far', async () => {
    await withEventOf(60_000);
    const { ready, stop } = await started(5_000);
    expect(await ready()).toEqual({
      status: 503,
      body: {
        status: 'not_ready',
        reason: expect.stringMatching(/^its read models are 6\d s behind the log; /),
      },
    });
    await stop();
  });
});
