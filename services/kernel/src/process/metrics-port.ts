import type { AddressInfo } from 'node:net';
import type { Config } from '../runtime/config/index.js';
import { type Metrics, serveMetrics } from '../runtime/metrics.js';
import { codeOf, StartError } from './start-error.js';
import type { Started } from './started.js';

/** Serves the metrics of a process on a port of their own; `undefined` when the configuration wants none. */
export const metricsUrlOf = async (
  config: Config,
  metrics: Metrics,
  started: Started,
): Promise<string | undefined> => {
  const { CAIRN_METRICS_PORT: port, CAIRN_HOST: host } = config;
  if (port < 0) return undefined;
  const server = await serveMetrics(metrics, port, host).catch((error: unknown) => {
    throw new StartError(
      `The metrics cannot listen on port ${port} (${codeOf(error)}): choose another with CAIRN_METRICS_PORT, or -1 for none.`,
    );
  });
  started.then(() => void server.close());
  return `http://${host}:${(server.address() as AddressInfo).port}/metrics`;
};
