import { readConfig } from '../runtime/config/index.js';
import { createMetrics } from '../runtime/metrics.js';
import { exposed, metricsLines, metricsUrlOf } from './metrics-port.js';
import { Started } from './started.js';

describe('the metrics of a process', () => {
  const started = new Started();
  afterEach(() => started.stop());
  const urlOf = (settings: Readonly<Record<string, string>>) =>
    metricsUrlOf(readConfig({ CAIRN_METRICS_PORT: '0', ...settings }), createMetrics(), started);

  it('S45 are read on this machine alone, wherever the REST interface listens', async () => {
    const url = await urlOf({ CAIRN_HOST: '0.0.0.0' });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect(metricsLines(url)).toEqual([`Metrics: ${url}`]);
    expect((await fetch(url!)).status).toBe(200);
  });

  it('S45 that others can reach are said to be so', async () => {
    const url = await urlOf({ CAIRN_METRICS_HOST: '0.0.0.0' });
    expect(metricsLines(url)).toEqual([
      `Metrics: ${url}`,
      'Whoever reaches 0.0.0.0 reads the metrics: let a firewall leave Prometheus alone through (docs/operations.md).',
    ]);
  });

  it('are none when nobody wants any', async () => {
    expect(metricsLines(await urlOf({ CAIRN_METRICS_PORT: '-1' }))).toEqual([]);
  });

  it.each([
    ['127.0.0.1', false],
    ['127.8.8.8', false],
    ['localhost', false],
    ['::1', false],
    ['[::1]', false],
    ['0.0.0.0', true],
    ['::', true],
    ['10.0.0.7', true],
    ['cairn.example', true],
  ])('%s: others reach it: %p', (host, isSo) => {
    expect(exposed(host)).toBe(isSo);
  });
});
