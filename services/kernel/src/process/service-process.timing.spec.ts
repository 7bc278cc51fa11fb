import { counterEvent } from '../testkit/counter-writer.js';
import { ServiceAlone } from '../testkit/service-alone.js';
import { until } from '../testkit/until.js';

describe('a service alone in its process', () => {
  let alone: ServiceAlone;
  /** The end of the log, a minute ago. */
  const made = () =>
    counterEvent('made', { owner: 'o' }, { at: new Date(Date.now() - 60_000).toISOString() });
  beforeEach(async () => {
    alone = new ServiceAlone();
    await alone.withEvent(made());
  });
  afterEach(() => alone.remove());

  it('is ready when its read models have what the log has', async () => {
    const { ready } = await alone.start();
    await until(async () => (await ready()).status === 200, 10_000);
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('is not ready while its read models are far behind, and says how far', async () => {
    const { ready } = await alone.start(5_000);
    expect(await ready()).toEqual({
      status: 503,
      body: {
        status: 'not_ready',
        reason: expect.stringMatching(/^its read models are 6\d s behind the log; /),
      },
    });
  });
});
