import type { Config } from '../runtime/config/index.js';
import { createLogger } from '../logging/index.js';
import { createMetrics } from '../runtime/metrics.js';
import type { Service } from '../runtime/service.js';
import { openEngines } from './engines.js';
import { metricsUrlOf } from './metrics-port.js';
import { startRelays } from './relays.js';
import type { RunningProcess } from './run-process.js';
import { leadershipUnderLease } from './service-process.js';
import { StartError } from './start-error.js';
import { Started } from './started.js';

/** Publishes the log to Kafka, alone in its process; several stand by for each other. */
export const startRelayProcess = (services: readonly Service[], config: Config): Promise<RunningProcess> =>
  Started.by(async (started) => {
    if (config.CAIRN_KAFKA_BROKERS === '')
      throw new StartError('CAIRN_KAFKA_BROKERS must name the brokers to publish to.');
    const logger = createLogger(config.CAIRN_LOG_LEVEL);
    const metrics = createMetrics();
    const engines = await openEngines(config, metrics, logger);
    started.then(() => engines.close());
    const leadership = leadershipUnderLease(engines, logger);
    const baseUrl = config.CAIRN_BASE_URL;
    const topics = await startRelays(
      { services, engines, config, leadership, baseUrl, logger, metrics },
      started,
    );
    const metricsUrl = await metricsUrlOf(config, metrics, started);
    const greeting = [
      `Cairn's relay is ready: ${topics.join(', ')}`,
      ...(metricsUrl === undefined ? [] : [`Metrics: ${metricsUrl}`]),
    ];
    return { greeting, stop: () => started.stop() };
  });
