import { createServer } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import type { Config } from '../config/index.js';
import { type Metrics, metricsListener } from '../metrics/metrics.js';
import { Probes } from './probes.js';
import { codeOf, StartError } from './start-error.js';
import type { Started } from './started.js';

/** Metrics and probes of a process, on an address of their own. */
export interface MetricsPort {
  readonly probes: Pick<Probes, 'begin'>;
  /** Where the metrics are, once it is bound; `undefined` when the configuration wants none. Throws `StartError`. */
  url(this: void): Promise<string | undefined>;
}

/**
 * Serves the metrics of a process, and its probes: from before it opens anything, for whatever is waited for at the start,
 * until all that is started later has stopped.
 */
export const openMetricsPort = (config: Config, metrics: Metrics, started: Started): MetricsPort => {
  const { CAIRN_METRICS_PORT: port, CAIRN_METRICS_HOST: host } = config;
  const probes = new Probes();
  if (port < 0) return { probes, url: async () => undefined };
  const listeners = new Map([['/metrics', metricsListener(metrics)], ...probes.listeners]);
  const server = createServer((request, response) => {
    const listener = listeners.get(request.url ?? '');
    if (listener === undefined) response.writeHead(404).end();
    else listener(request, response);
  });
  const bound = new Promise<unknown>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  started.then(() => void server.close());
  const url = async (): Promise<string> => {
    const error = await bound;
    if (error !== undefined)
      throw new StartError(
        `The metrics cannot listen on ${host}, port ${port} (${codeOf(error)}): choose others with CAIRN_METRICS_HOST and CAIRN_METRICS_PORT, or -1 for none.`,
      );
    const named = isIPv6(host) ? `[${host}]` : host;
    return `http://${named}:${(server.address() as AddressInfo).port}/metrics`;
  };
  return { probes, url };
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
