import {
  addressesOf,
  allProjections,
  type Config,
  createMetrics,
  generationOf,
  listen,
  type Logger,
  measureConnections,
  measureReplicas,
  metricsLines,
  type OpenEngines,
  openEngines,
  openMetricsPort,
  openRemoteService,
  processLogger,
  projectionsOf,
  type RemoteService,
  type RunningProcess,
  type ServiceAddresses,
  Signatures,
  Started,
  startTracing,
  prepareDocuments,
} from '@cairn/kernel';
import { allServices } from '@cairn/services';
import { edgeOf } from './edge.js';
import { sharedRights, type SharedRights } from './rights.js';

const names = allServices.map(({ name }) => name);

/** The gateway alone in its process, for any number of replicas: the services are in others. */
export const startGatewayProcess = (config: Config): Promise<RunningProcess> =>
  Started.by((started) => startAll(config, addressesOf(config, names), started));

const startAll = async (
  config: Config,
  addresses: ServiceAddresses,
  started: Started,
): Promise<RunningProcess> => {
  const logger = processLogger(config.CAIRN_LOG_LEVEL, 'gateway');
  const metrics = createMetrics();
  const { probes, url } = openMetricsPort(config, metrics, started);
  const metricsUrl = await url();
  if (config.CAIRN_OTLP_ENDPOINT !== '')
    started.then(await startTracing(config.CAIRN_OTLP_ENDPOINT, 'cairn-gateway', logger));
  const { CAIRN_PORT, CAIRN_HOST, CAIRN_MAX_CONNECTIONS } = config;
  const listening = await listen(CAIRN_PORT, CAIRN_HOST, CAIRN_MAX_CONNECTIONS);
  measureConnections(metrics, listening.connections);
  started.then(() => listening.stop());
  const engines = await openEngines(config, metrics, logger);
  started.then(() => engines.close());
  await prepareDocuments({ config, logger }, engines.documents, allServices.flatMap(projectionsOf));
  const rights = await sharedRights({ engines, config, logger }, started);
  const stopping = new AbortController();
  const parts = { engines, rights, logger, stopping: stopping.signal };
  const services = await remoteServices(addresses, parts, started);
  measureReplicas(metrics, services);
  const baseUrl = config.CAIRN_BASE_URL === '' ? listening.url : config.CAIRN_BASE_URL;
  const admin = allProjections(services.map(({ administration }) => administration));
  const gateway = edgeOf({ config, engines, services, admin, rights, baseUrl, logger, metrics });
  started.then(() => gateway.stop());
  listening.answer(gateway.listener);
  started.then(() => listening.stop());
  started.then(() => stopping.abort());
  probes.begin(gateway.readiness, started, gateway.hasCaughtUp);
  const greeting = [`Cairn's gateway is ready at ${listening.url}`, ...metricsLines(metricsUrl)];
  return { greeting, stop: () => started.stop() };
};

interface RemoteParts {
  readonly engines: OpenEngines;
  readonly rights: SharedRights;
  readonly logger: Logger;
  /** Aborts when the process is asked to end. */
  readonly stopping: AbortSignal;
}

const remoteServices = async (
  addresses: ServiceAddresses,
  { engines, rights, logger, stopping }: RemoteParts,
  started: Started,
): Promise<readonly RemoteService[]> => {
  const ended = new AbortController();
  const signatures = new Signatures(engines);
  const services = await Promise.all(
    allServices.map((service) =>
      openRemoteService({
        name: service.name,
        addresses: addresses.get(service.name) ?? [],
        categories: service.aggregates.map(({ category }) => category),
        projections: projectionsOf(service).map(generationOf),
        ...engines,
        logger,
        signatures,
        rightsUntil: rights.until,
        stopping,
      }),
    ),
  );
  for (const service of services) await service.start(ended.signal);
  started.then(async () => {
    ended.abort();
    await Promise.all(services.map((service) => service.stopped()));
  });
  return services;
};
