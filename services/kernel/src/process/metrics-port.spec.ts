import { createServer } from 'node:net';
import { once } from 'node:events';
import { readConfig } from '../config/index.js';
import { createMetrics } from '../metrics/metrics.js';
import { readinessOf } from '../runtime/health.js';
import { exposed, metricsLines, openMetricsPort } from './metrics-port.js';
import { StartError } from './start-error.js';
import { Started } from './started.js';

const started = new Started();
afterEach(() => started.stop());
const open = (settings: Readonly<Record<string, string>> = {}) =>
  openMetricsPort(readConfig({ CAIRN_METRICS_PORT: '0', ...settings }), createMetrics(), started);

describe('the metrics of a process', () => {
  const urlOf = (settings: Readonly<Record<string, string>>) => open(settings).url();

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

  it('end a start whose port is taken when it asks where they are, in one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { url } = open({ CAIRN_METRICS_PORT: String(port) });
    const where = url();
    await expect(where).rejects.toThrow(StartError);
    await expect(where).rejects.toThrow(`The metrics cannot listen on 127.0.0.1, port ${port} (`);
    await expect(where).rejects.toThrow(/EADDRINUSE.*\): choose others with [^\n]+\.$/);
    taken.close();
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

describe('the probes beside the metrics', () => {
  it('answer before the start is done, and until all that was started after them has stopped', async () => {
    const { probes, url } = open();
    const { origin } = new URL((await url()) ?? '');
    const asked = async (): Promise<readonly number[]> => {
      const paths = ['/livez', '/startupz', '/readyz', '/metrics', '/nothing', '/healthz'];
      const answers = await Promise.all(paths.map((path) => fetch(`${origin}${path}`)));
      return answers.map(({ status }) => status);
    };
    expect(await asked()).toEqual([200, 503, 503, 200, 404, 404]);
    let whileDraining: readonly number[] = [];
    started.then(async () => void (whileDraining = await asked()));
    probes.begin(async () => readinessOf(undefined), started);
    expect(await asked()).toEqual([200, 200, 200, 200, 404, 404]);
    await started.stop();
    expect(whileDraining).toEqual([200, 200, 503, 200, 404, 404]);
    await expect(asked()).rejects.toThrow();
  });
});
