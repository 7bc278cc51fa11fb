import { PublisherUnavailable, type Relay } from '../publisher/index.js';
import type { Config } from '../config/index.js';
import { processLogger } from '../logging/index.js';
import { createMetrics } from '../metrics/metrics.js';
import type { Service } from '../definition/service.js';
import { engineHealth } from './engine-health.js';
import { measureEngines } from './engine-metrics.js';
import { untilEnginesAnswer } from './engine-wait.js';
import { type OpenEngines, openEngines } from './engines.js';
import { healthListener, readinessOf } from '../runtime/health.js';
import { listen } from './listening.js';
import { metricsLines, openMetricsPort } from './metrics-port.js';
import { brokersRefusal } from './reachable.js';
import { openPublisher, startRelays } from './relays.js';
import type { RunningProcess } from './run-process.js';
import { leadershipUnderLease } from './service-process.js';
import { StartError } from './start-error.js';
import { Started } from './started.js';

/** Publishes the log to Kafka, alone in its process; several stand by for each other. */
export const startRelayProcess = (services: readonly Service[], config: Config): Promise<RunningProcess> =>
  Started.by(async (started) => {
    if (config.CAIRN_KAFKA_BROKERS === '')
      throw new StartError('CAIRN_KAFKA_BROKERS must name the brokers to publish to.');
    const logger = processLogger(config.CAIRN_LOG_LEVEL, 'relay');
    const metrics = createMetrics();
    const { probes, url } = openMetricsPort(config, metrics, started);
    const metricsUrl = await url();
    const listening = await listen(config.CAIRN_PORT, config.CAIRN_HOST);
    started.then(() => listening.stop());
    const engines = await openEngines(config, metrics, logger);
    started.then(() => engines.close());
    const publisher = await openPublisher(config, logger, started);
    await untilEnginesAnswer({ config, logger }, () => checkBrokers(config));
    const leadership = leadershipUnderLease(engines, logger);
    const baseUrl = config.CAIRN_BASE_URL;
    const relays = startRelays(
      { services, publisher, engines, config, leadership, baseUrl, logger, metrics },
      started,
    );
    measureEngines(metrics, engines, undefined);
    const readiness = async () => readinessOf(await relayNotReady(relays, engines, config));
    listening.answer(healthListener(readiness));
    started.then(() => listening.stop());
    probes.begin(readiness, started);
    const greeting = [
      `Cairn's relay is ready at ${listening.url}`,
      `Topics: ${relays.map(({ name }) => name).join(', ')}`,
      ...metricsLines(metricsUrl),
    ];
    return { greeting, stop: () => started.stop() };
  });

/** Without a broker this process has nothing to do. Throws `PublisherUnavailable`. */
const checkBrokers = async ({ CAIRN_KAFKA_BROKERS: brokers }: Config): Promise<void> => {
  const refusal = await brokersRefusal(brokers);
  if (refusal !== undefined) throw new PublisherUnavailable(refusal);
};

/** What must hold for this process to publish, or to stand by for one that does. Nobody sends it requests. */
const relayNotReady = async (
  relays: readonly Relay[],
  engines: OpenEngines,
  { CAIRN_KAFKA_BROKERS: brokers }: Config,
): Promise<string | undefined> => {
  const failing = relays.filter(({ isFailing }) => isFailing).map(({ name }) => name);
  if (failing.length > 0) return `not published: ${failing.join(', ')}; the log of this process says why`;
  return (await engineAway(engines)) ?? brokersRefusal(brokers);
};

/** Without blobs everything but large payloads goes on. */
const engineAway = async (engines: OpenEngines): Promise<string | undefined> => {
  const health = await engineHealth(engines, undefined);
  const away = health.find(({ engine, reason }) => engine !== 'blobs' && reason !== undefined);
  return away && `the ${away.engine}: ${away.said ?? away.reason ?? ''}`;
};
