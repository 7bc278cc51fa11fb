import { edgeOf, ownRights } from '@cairn/edge';
import { type Administrator, firstAdministrator } from '@cairn/identity';
import {
  allProjections,
  type Config,
  createMetrics,
  type Leadership,
  listen,
  openEngines,
  openMetricsPort,
  openPublisher,
  projectionAdministration,
  type RunningService,
  type Logger,
  measureConnections,
  type Metrics,
  type OpenEngines,
  Started,
  startRelays,
  startTracing,
  untilEnginesAnswer,
  watchLog,
} from '@cairn/kernel';
import { allServices } from '@cairn/services';
import { type Logs, logsOnStderr } from './logs.js';
import { startServices, stopServices } from './services.js';

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
 * Starts everything: the port is bound, the engines opened, the services and the gateway started. Throws `StartError`
 * with one sentence; what had been started is stopped again.
 */
export const startHost = (config: Config, logs = logsOnStderr(config)): Promise<Host> =>
  Started.by((started) => startAll(config, logs, started));

const startAll = async (config: Config, logs: Logs, started: Started): Promise<Host> => {
  started.then(() => logs.close());
  const { logger } = logs;
  const metrics = createMetrics();
  const { probes, url } = openMetricsPort(config, metrics, started);
  if (config.CAIRN_OTLP_ENDPOINT !== '')
    started.then(await startTracing(config.CAIRN_OTLP_ENDPOINT, 'cairn', logger));
  const engines = await openEngines(config, metrics, logger);
  started.then(() => engines.close());
  // A second start on the same folder is told of the folder, not of this port, which the first has too.
  const metricsUrl = await url();
  const { CAIRN_PORT, CAIRN_HOST, CAIRN_MAX_CONNECTIONS } = config;
  const listening = await listen(CAIRN_PORT, CAIRN_HOST, CAIRN_MAX_CONNECTIONS);
  measureConnections(metrics, listening.connections);
  started.then(() => listening.stop());
  const baseUrl = config.CAIRN_BASE_URL === '' ? listening.url : config.CAIRN_BASE_URL;
  const services = await startServices(engines, config, baseUrl, logger, metrics);
  started.then(() => stopServices(services));
  watchLogs(services, engines, logger, started);
  await publish(config, engines, baseUrl, logger, metrics, started);
  const atEdge = logger.child({ service: 'gateway' });
  const rights = await ownRights({ engines, config, logger: atEdge }, started);
  const stopping = new AbortController();
  const admin = allProjections(
    services.map((service) => projectionAdministration(service, engines.log, stopping.signal)),
  );
  const parts = { config, engines, services, admin, rights, baseUrl, logger: atEdge, metrics };
  const gateway = edgeOf(parts);
  started.then(() => gateway.stop());
  // Nothing of the start can fail after it: its password is printed, and nobody could tell it again.
  const administrator = await untilEnginesAnswer({ config, logger }, () =>
    firstAdministrator(identityAmong(services), config),
  );
  listening.answer(gateway.listener);
  started.then(() => listening.stop());
  // What may take long ends early: whoever asked for it is in flight.
  started.then(() => stopping.abort());
  probes.begin(gateway.readiness, started);
  return { url: baseUrl, metricsUrl, administrator, stop: () => started.stop() };
};

const identityAmong = (services: readonly RunningService[]): RunningService => {
  const identity = services.find(({ name }) => name === 'identity');
  if (identity === undefined) throw new Error('no service keeps accounts');
  return identity;
};

/** What was put back from an older log is found at the next start. */
const watchLogs = (
  services: readonly RunningService[],
  engines: OpenEngines,
  logger: Logger,
  started: Started,
): void => {
  const stopping = new AbortController();
  const watching = services.map((service) => watchLog(engines, service, logger, stopping.signal));
  started.then(async () => {
    stopping.abort();
    await Promise.all(watching);
  });
};

/** Other teams read the events in Kafka when the configuration names one. */
const publish = async (
  config: Config,
  engines: OpenEngines,
  baseUrl: string,
  logger: Logger,
  metrics: Metrics,
  started: Started,
): Promise<void> => {
  if (config.CAIRN_KAFKA_BROKERS === '') return;
  const leadership: Leadership = (_name, signal, lead) => lead(signal);
  // Kafka is not waited for: without it everything else goes on.
  const publisher = await openPublisher(config, logger, started);
  startRelays(
    { services: allServices, publisher, engines, config, leadership, baseUrl, logger, metrics },
    started,
  );
};
