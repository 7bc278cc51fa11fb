import type { Logger } from '../logging/port.js';
import {
  type KafkaOptions,
  measureRelays,
  openKafkaPublisher,
  publicationsOf,
  Relay,
} from '../publisher/index.js';
import type { Config } from '../runtime/config/index.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Leadership } from '../runtime/service-runner.js';
import type { Service } from '../runtime/service.js';
import type { OpenEngines } from './engines.js';
import { StartError } from './start-error.js';
import type { Started } from './started.js';

export interface RelaysOptions {
  readonly services: readonly Service[];
  readonly engines: OpenEngines;
  readonly config: Config;
  readonly leadership: Leadership;
  readonly baseUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Publishes what the services publish to the Kafka that the configuration names. Answers a relay for each topic. */
export const startRelays = async (options: RelaysOptions, started: Started): Promise<readonly Relay[]> => {
  const { services, engines, config, leadership, baseUrl, logger, metrics } = options;
  const publisher = await openKafkaPublisher(kafkaOptions(config, logger));
  started.then(() => publisher.close());
  const publications = services.flatMap((service) =>
    publicationsOf(service, {
      prefix: config.CAIRN_KAFKA_PREFIX,
      partitions: config.CAIRN_KAFKA_PARTITIONS,
      mode: config.CAIRN_KAFKA_MODE,
      baseUrl,
      log: engines.log,
      storedLog: engines.storedLog,
    }),
  );
  const stopping = new AbortController();
  const relays = publications.map((publication) => new Relay({ publication, publisher, leadership, logger }));
  const running = relays.map((relay) => relay.run(stopping.signal));
  started.then(async () => {
    stopping.abort();
    await Promise.all(running);
  });
  measureRelays(metrics, relays);
  return relays;
};

const kafkaOptions = (config: Config, logger: Logger): KafkaOptions => ({
  brokers: config.CAIRN_KAFKA_BROKERS.split(','),
  clientId: `cairn-${process.pid}`,
  ssl: config.CAIRN_KAFKA_TLS,
  ...saslOf(whole(config)),
  logger,
});

/** Half of a login would be no login, and the brokers would be spoken to as nobody. Throws `StartError`. */
const whole = (config: Config): Config => {
  const given = LOGIN.filter((name) => config[name] !== '');
  if (given.length > 0 && given.length < LOGIN.length)
    throw new StartError(`${LOGIN.join(', ')} belong together: set all of them, or none.`);
  return config;
};

const LOGIN = ['CAIRN_KAFKA_SASL', 'CAIRN_KAFKA_USER', 'CAIRN_KAFKA_PASSWORD'] as const;

const saslOf = ({
  CAIRN_KAFKA_SASL: mechanism,
  CAIRN_KAFKA_USER: username,
  CAIRN_KAFKA_PASSWORD: password,
}: Config): Pick<KafkaOptions, 'sasl'> => {
  switch (mechanism) {
    case '':
      return {};
    case 'plain':
      return { sasl: { mechanism, username, password } };
    case 'scram-sha-256':
      return { sasl: { mechanism, username, password } };
    case 'scram-sha-512':
      return { sasl: { mechanism, username, password } };
  }
};
