import { LogUnavailable } from '@cairn/kernel';
import { openEmbedded } from '@cairn/kernel/testkit';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

/** Half of a list looks like a whole one. */
describe('a gateway whose read models are being made anew', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  let isMade = false;
  beforeAll(async () => {
    edge = await startEdge({ limits: { lagMs: 50 } });
    edge.knobs.reached = async () => isMade;
  });
  afterAll(() => edge.stop());

  it('refuses reads until they hold what the log held when it began, and then no more', async () => {
    const early = await send('GET', '/api/v1/things');
    expect([early.status, early.body.code, early.header('retry-after')]).toEqual([
      503,
      'projection_lag',
      '1',
    ]);
    expect((await send('GET', '/healthz')).status).toBe(200);
    expect(
      (await send('GET', '/admin/projections', undefined, { authorization: 'Bearer root' })).status,
    ).toBe(200);
    expect((await send('POST', '/api/v1/things', { name: 'a' })).status).toBe(202);
    isMade = true;
    expect((await send('GET', '/api/v1/things')).status).toBe(200);
    isMade = false;
    expect((await send('GET', '/api/v1/things')).status).toBe(200);
  });
});

describe('a gateway that starts while the log is away', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  const embedded = openEmbedded();
  let isAway = true;
  beforeAll(async () => {
    const log = {
      ...embedded.log,
      head: async () => (isAway ? Promise.reject(new LogUnavailable('It is away.')) : embedded.log.head()),
    };
    edge = await startEdge({ log, limits: { lagMs: 50 } });
  });
  afterAll(async () => {
    await edge.stop();
    await embedded.remove();
  });

  it('refuses reads until the log says how far it is, and goes on to what its read models lack', async () => {
    const list = () => send('GET', '/api/v1/things');
    for (const read of [await list(), await list()])
      expect([read.status, read.body.code]).toEqual([503, 'log_unavailable']);
    isAway = false;
    edge.knobs.reached = async () => false;
    const early = await list();
    expect([early.status, early.body.code]).toEqual([503, 'projection_lag']);
    edge.knobs.reached = undefined;
    expect((await list()).status).toBe(200);
  });
});
