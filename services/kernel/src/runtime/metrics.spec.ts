import type { Projector } from '../reactions/projector.js';
import { createMetrics, measureProjections } from './metrics.js';

const projector = (name: string, lag: Projector['lag']): Projector =>
  ({ name, lag, parked: [] }) as unknown as Projector;

describe('the metrics of projections', () => {
  it('tell the lag of each', async () => {
    const metrics = createMetrics();
    measureProjections(metrics, [
      projector('datasets', async () => ({ events: 3, ms: 2_500 })),
      projector('items', async () => ({ events: 0, ms: 0 })),
    ]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('cairn_projection_lag_seconds{projection="datasets"} 2.5\n');
    expect(text).toContain('cairn_projection_lag_seconds{projection="items"} 0\n');
  });

  it('leave out a lag that cannot be told now, and go on with all others within a second or two', async () => {
    const metrics = createMetrics();
    let isAway = false;
    measureProjections(metrics, [
      projector('silent', () =>
        isAway ? new Promise(() => undefined) : Promise.resolve({ events: 1, ms: 1_000 }),
      ),
      projector('fails', () => Promise.reject(new Error('the log is away'))),
      projector('tells', async () => ({ events: 1, ms: 1_000 })),
    ]);
    expect(await metrics.registry.metrics()).toContain('{projection="silent"} 1');
    isAway = true;
    const began = performance.now();
    const lines = (await metrics.registry.metrics()).split('\n');
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(lines.filter((line) => line.startsWith('cairn_projection_lag_seconds{'))).toEqual([
      'cairn_projection_lag_seconds{projection="tells"} 1',
    ]);
    expect(lines).toContain('cairn_projection_parked_streams{projection="silent"} 0');
    expect(lines.some((line) => line.startsWith('cairn_nodejs_heap'))).toBe(true);
  });
});
