import type { AddressInfo } from 'node:net';
import {
  type Config,
  createLogger,
  createMetrics,
  type Metrics,
  serveMetrics,
  startTracing,
} from '@cairn/kernel';
import { type Administrator, firstAdministrator } from './administrator.js';
import { codeOf, StartError, takeDataFolder } from './data-folder.js';
import { edgeOf } from './edge.js';
import { openEngines } from './engines.js';
import { listen } from './listening.js';
import { startServices, stopServices } from './services.js';
import { Started } from './started.js';

/** All of Cairn in this process. */
export interface Host {
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** At the first start only. */
  readonly administrator: Administrator | undefined;
  /** Finishes what is in flight, then stops everything. */
  stop(): Promise<void>;
}

/**
 * Starts everything: the folder is taken, the port bound, the engines opened, the services and the gateway started.
 * Throws `StartError` with one sentence; what had been started is stopped again.
 */
export const startHost = async (config: Config): Promise<Host> => {
  const started = new Started();
  try {
    return await startAll(config, started);
  } catch (error) {
    await started.stop();
    throw error;
  }
};

const startAll = async (config: Config, started: Started): Promise<Host> => {
  const logger = createLogger(config.CAIRN_LOG_LEVEL);
  const metrics = createMetrics();
  if (config.CAIRN_OTLP_ENDPOINT !== '')
    started.then(await startTracing(config.CAIRN_OTLP_ENDPOINT, 'cairn'));
  const folder = takeDataFolder(config.CAIRN_DATA_DIR);
  started.then(() => folder.release());
  const listening = await listen(config.CAIRN_PORT, config.CAIRN_HOST);
  started.then(() => listening.stop());
  const engines = await openEngines(folder, config, metrics);
  started.then(() => engines.close());
  const baseUrl = config.CAIRN_BASE_URL === '' ? listening.url : config.CAIRN_BASE_URL;
  const services = await startServices(engines, config, baseUrl, logger, metrics);
  started.then(() => stopServices(services));
  const administrator = await firstAdministrator(services.identity, config);
  const metricsUrl = await metricsOf(config, metrics, started);
  listening.answer(await edgeOf({ config, engines, services, baseUrl, logger, metrics, started }));
  started.then(() => listening.stop());
  return { url: baseUrl, metricsUrl, administrator, stop: () => started.stop() };
};

const metricsOf = async (config: Config, metrics: Metrics, started: Started): Promise<string | undefined> => {
  if (config.CAIRN_METRICS_PORT < 0) return undefined;
  const server = await serveMetrics(metrics, config.CAIRN_METRICS_PORT, config.CAIRN_HOST).catch(
    (error: unknown) => {
      throw new StartError(
        `The metrics cannot listen on port ${config.CAIRN_METRICS_PORT} (${codeOf(error)}): choose another with CAIRN_METRICS_PORT, or -1 for none.`,
      );
    },
  );
  started.then(() => void server.close());
  return `http://${config.CAIRN_HOST}:${(server.address() as AddressInfo).port}/metrics`;
};
