import { readFileSync } from 'node:fs';
import type { Logger } from '../logging/port.js';
import {
  type KafkaOptions,
  measureRelays,
  openKafkaPublisher,
  publicationsOf,
  type Publisher,
  Relay,
} from '../publisher/index.js';
import type { Config } from '../config/index.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Leadership } from '../runtime/leadership.js';
import type { Service } from '../definition/service.js';
import type { OpenEngines } from './engines.js';
import { messageOf, StartError } from './start-error.js';
import { allOrNone } from './all-or-none.js';
import type { Started } from './started.js';

export interface RelaysOptions {
  readonly services: readonly Service[];
  readonly publisher: Publisher;
  readonly engines: OpenEngines;
  readonly config: Config;
  readonly leadership: Leadership;
  readonly baseUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Publishes to the Kafka that the configuration names; asks it nothing yet. Throws `StartError`. */
export const openPublisher = async (config: Config, logger: Logger, started: Started): Promise<Publisher> => {
  const publisher = await openKafkaPublisher(kafkaOptions(config, relayLogger(logger)));
  started.then(() => publisher.close());
  return publisher;
};

const relayLogger = (logger: Logger): Logger => logger.child({ service: 'relay' });

/** Publishes what the services publish. Answers a relay for each topic. */
export const startRelays = (options: RelaysOptions, started: Started): readonly Relay[] => {
  const { services, publisher, engines, config, leadership, baseUrl, metrics } = options;
  const logger = relayLogger(options.logger);
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

/** Throws `StartError` for half of a login or of a certificate. */
const kafkaOptions = (config: Config, logger: Logger): KafkaOptions => {
  allOrNone(config, ['CAIRN_KAFKA_SASL', 'CAIRN_KAFKA_USER', 'CAIRN_KAFKA_PASSWORD']);
  return {
    brokers: config.CAIRN_KAFKA_BROKERS.split(','),
    clientId: `cairn-${process.pid}`,
    ssl: tlsOf(config),
    ...saslOf(config),
    logger,
  };
};

/** With the certificate by which brokers know this process, where they ask for one (mutual TLS). */
const tlsOf = (config: Config): NonNullable<KafkaOptions['ssl']> => {
  const { CAIRN_KAFKA_TLS: tls, CAIRN_KAFKA_CERT_FILE: cert, CAIRN_KAFKA_KEY_FILE: key } = config;
  allOrNone(config, ['CAIRN_KAFKA_CERT_FILE', 'CAIRN_KAFKA_KEY_FILE']);
  if (cert === '') return tls;
  if (!tls) throw new StartError('CAIRN_KAFKA_CERT_FILE needs CAIRN_KAFKA_TLS: set it to true.');
  return {
    cert: contentOf('CAIRN_KAFKA_CERT_FILE', cert),
    key: contentOf('CAIRN_KAFKA_KEY_FILE', key),
  };
};

const contentOf = (setting: string, file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartError(`The file that ${setting} names cannot be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }
};

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
