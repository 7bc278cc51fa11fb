import { defineService } from '../definition/define-service.js';
import { readConfig } from '../config/read-config.js';
import { counterEvent } from '../testkit/counter-writer.js';
import { countingAlone, ServiceAlone } from '../testkit/service-alone.js';
import { until } from '../testkit/until.js';
import { startServiceProcess } from './service-process.js';
import { StartError } from './start-error.js';

const ONE_SENTENCE = /^[^\n]+\.$/;

describe('a service alone in its process', () => {
  let alone: ServiceAlone;
  const made = counterEvent('made', { owner: 'o' });
  const isReady = async ({ ready }: Awaited<ReturnType<ServiceAlone['start']>>) =>
    (await ready()).status === 200;
  beforeEach(() => void (alone = new ServiceAlone()));
  afterEach(() => alone.remove());

  it('does not start on a log that is older than its read models, and says so in one sentence', async () => {
    await alone.withEvent(made);
    const running = await alone.start();
    await until(() => isReady(running), 10_000);
    await alone.stop();
    alone.loseLog();
    const refused = alone.start();
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(ONE_SENTENCE);
    await expect(refused).rejects.toThrow('its tail is missing');
  });

  it('says beside its metrics what it says to gateways, and lives while it ends', async () => {
    const running = await alone.start();
    await until(() => isReady(running), 10_000);
    expect(await running.probed('/readyz')).toEqual(await running.ready());
    expect((await running.probed('/startupz')).status).toBe(200);
    const stopped = alone.stop();
    const stopping = { status: 503, body: { status: 'not_ready', reason: 'stopping' } };
    expect(await running.probed('/readyz')).toEqual(stopping);
    expect((await running.probed('/livez')).status).toBe(200);
    await stopped;
  });

  it('does not start on a log of a build with other events, and says so in one sentence', async () => {
    await alone.withEvent({ ...made, type: 'kernel.tally.begun.v1' });
    const refused = alone.start();
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(ONE_SENTENCE);
    await expect(refused).rejects.toThrow('kernel.tally.begun.v1');
  });

  it('does not start where nothing says how those that it needs are reached, and says so in one sentence', async () => {
    const settings = { CAIRN_DATA_DIR: alone.folder, CAIRN_PORT: '0', CAIRN_METRICS_PORT: '-1' };
    const config = (services: string) =>
      readConfig({ ...settings, CAIRN_LOG_LEVEL: 'silent', CAIRN_SERVICES: services });
    const needing = defineService({ ...countingAlone, needs: ['models'] });
    for (const missing of ['', 'datasets=http://127.0.0.1:1'])
      await expect(startServiceProcess(needing, config(missing))).rejects.toThrow(
        new StartError('CAIRN_SERVICES must name where models can be reached.'),
      );
    const running = await startServiceProcess(needing, config('models=http://127.0.0.1:1'));
    await running.stop();
  });
});
