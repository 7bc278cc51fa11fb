import { type AddressInfo, isIPv6 } from 'node:net';
import type { Config } from '../runtime/config/index.js';
import { type Metrics, serveMetrics } from '../runtime/metrics.js';
import { codeOf, StartError } from './start-error.js';
import type { Started } from './started.js';

/** Serves the metrics of a process on an address of their own; `undefined` when the configuration wants none. */
export const metricsUrlOf = async (
  config: Config,
  metrics: Metrics,
  started: Started,
): Promise<string | undefined> => {
  const { CAIRN_METRICS_PORT: port, CAIRN_METRICS_HOST: host } = config;
  if (port < 0) return undefined;
  const server = await serveMetrics(metrics, port, host).catch((error: unknown) => {
    throw new StartError(
      `The metrics cannot listen on ${host}, port ${port} (${codeOf(error)}): choose others with CAIRN_METRICS_HOST and CAIRN_METRICS_PORT, or -1 for none.`,
    );
  });
  started.then(() => void server.close());
  const named = isIPv6(host) ? `[${host}]` : host;
  return `http://${named}:${(server.address() as AddressInfo).port}/metrics`;
};

/** The lines of a greeting that say where the metrics are, and whether others can reach them. */
export const metricsLines = (url: string | undefined): readonly string[] => {
  if (url === undefined) return [];
  const { hostname } = new URL(url);
  const warning = `Whoever reaches ${hostname} reads the metrics: let a firewall leave Prometheus alone through (docs/operations.md).`;
  return [`Metrics: ${url}`, ...(exposed(hostname) ? [warning] : [])];
};

/** The line of a greeting that says that others can reach the port on which a service takes commands. */
export const commandLines = ({ CAIRN_HOST: host }: Config): readonly string[] =>
  exposed(host)
    ? [
        `Commands on ${host} are signed and not encrypted: a network of the cluster's own (docs/operations.md).`,
      ]
    : [];

/** Whether other machines may reach what listens on an address. */
export const exposed = (host: string): boolean => !/^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);
