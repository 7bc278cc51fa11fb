import type { Kafka, SASLOptions } from 'kafkajs';
import type { ConnectionOptions } from 'node:tls';
import type { Logger } from '../../logging/port.js';

export interface KafkaOptions {
  /** `host:port` of some brokers; the others are learnt from them. */
  readonly brokers: readonly string[];
  /** How this process is called in the brokers' logs and metrics. */
  readonly clientId: string;
  /** TLS to the brokers. */
  readonly ssl?: boolean | ConnectionOptions;
  readonly sasl?: SASLOptions;
  /** After this long a call has failed and its outcome is unknown, milliseconds; 15,000 when absent. */
  readonly timeoutMs?: number;
  readonly logger: Logger;
}

/** Kafka as the adapter uses it: the driver's factory, where it is, and how long a call may take. */
export interface KafkaConnection {
  readonly kafka: Kafka;
  /** The brokers that were given, for messages. */
  readonly address: string;
  readonly clientId: string;
  readonly timeoutMs: number;
  readonly logger: Logger;
}

/** How long a call may take when nothing else is said. */
export const TIMEOUT_MS = 15_000;
/** Long enough that Kafka never ends a transaction that is not given up. */
export const transactionMs = (timeoutMs: number): number => 2 * timeoutMs;
const CONNECT_MS = 2_000;
/** Short: it is also the pause while Kafka finishes the transaction before, which takes a few milliseconds. */
const RETRY = { initialRetryTime: 5, maxRetryTime: 500, factor: 0.2, multiplier: 2, retries: 9 };

/** Loads the driver; connects nowhere yet. */
export const kafkaConnection = async (options: KafkaOptions): Promise<KafkaConnection> => {
  const { Kafka: Driver, logLevel } = (await import('kafkajs')).default;
  const { brokers, clientId, ssl, sasl, timeoutMs = TIMEOUT_MS, logger } = options;
  const kafka = new Driver({
    brokers: [...brokers],
    clientId,
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: Math.min(CONNECT_MS, timeoutMs),
    requestTimeout: timeoutMs,
    retry: RETRY,
    logLevel: logLevel.WARN,
    // The driver calls an error what it then tries again by itself.
    logCreator: () => (entry) => logger.debug({ kafka: entry.log }, 'what the Kafka driver says'),
  });
  return { kafka, address: brokers.join(','), clientId, timeoutMs, logger };
};

/** The outcome of some work on Kafka; throws after the time, when it is not known. */
export const within = async <Result>(
  { timeoutMs }: Pick<KafkaConnection, 'timeoutMs'>,
  work: Promise<Result>,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
