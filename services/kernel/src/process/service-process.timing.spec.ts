import type { Readiness } from '@cairn/contracts';
import { type EventLog, NO_STREAM } from '../eventlog/port.js';
import { defineService } from '../definition/define-service.js';
import { counterEvent } from '../testkit/counter-writer.js';
import { countingAlone, ServiceAlone } from '../testkit/service-alone.js';
import { until } from '../testkit/until.js';

describe('a service alone in its process', () => {
  let alone: ServiceAlone;
  /** Of the service that runs. */
  let log: EventLog;
  const telling = defineService({
    ...countingAlone,
    work: (tools) => {
      log = tools.log;
      return [];
    },
  });
  /** The end of the log, a minute ago. */
  const made = () =>
    counterEvent('made', { owner: 'o' }, { at: new Date(Date.now() - 60_000).toISOString() });
  beforeEach(async () => {
    alone = new ServiceAlone(telling);
    await alone.withEvent(made());
  });
  afterEach(() => alone.remove());

  const READ_MODELS = { name: 'read models', ok: true };
  const BEHIND = {
    name: 'projections of kernel',
    ok: false,
    detail: expect.stringMatching(/^6\d s behind the log$/),
    required: false,
  };

  it('is ready when its read models have what the log has', async () => {
    const { ready } = await alone.start();
    await until(async () => (await ready()).status === 200, 10_000);
    const { body } = await ready();
    expect(body).toMatchObject({ status: 'ready' });
    expect((body as Readiness).checks.every(({ ok }) => ok)).toBe(true);
  });

  it('is not ready before its read models have caught up, says how far they are, and counts as started', async () => {
    const { ready, probed } = await alone.start(5_000);
    const lacking = { ...READ_MODELS, ok: false, detail: 'they have not caught up since the start' };
    expect(await ready()).toMatchObject({
      status: 503,
      body: { status: 'not_ready', checks: expect.arrayContaining([lacking, BEHIND]) },
    });
    expect((await probed('/startupz')).status).toBe(200);
  });

  it('is ready however far they are behind later, and says how far', async () => {
    const { ready } = await alone.start(3_000);
    await until(async () => (await ready()).status === 200, 20_000);
    await log.append({ stream: 'counter-b', expected: NO_STREAM, events: [made()] });
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: expect.arrayContaining([READ_MODELS, BEHIND]) },
    });
  });
});
