import { PublicationFenced, PublisherRefused, PublisherUnavailable } from '../port.js';
import { TIMEOUT_MS, transactionMs } from './connection.js';

type Failure = PublisherUnavailable | PublisherRefused | PublicationFenced;

/** Kafka's own names of errors: somebody has taken the transactional id over. */
const FENCED: ReadonlySet<string> = new Set(['INVALID_PRODUCER_EPOCH', 'PRODUCER_FENCED']);

const MAY_NOT = 'Allow it to the principal that Cairn signs in with (docs/operations.md, Kafka).';

/** What Kafka refuses, and what a person does about it; everything else may go by itself. */
const REFUSED: Readonly<Record<string, string>> = {
  TOPIC_AUTHORIZATION_FAILED: MAY_NOT,
  GROUP_AUTHORIZATION_FAILED: MAY_NOT,
  CLUSTER_AUTHORIZATION_FAILED: MAY_NOT,
  TRANSACTIONAL_ID_AUTHORIZATION_FAILED: MAY_NOT,
  SASL_AUTHENTICATION_FAILED: 'Check the user name and the password.',
  UNSUPPORTED_SASL_MECHANISM: 'Set a mechanism that the brokers offer.',
  MESSAGE_TOO_LARGE: 'Set max.message.bytes of the topic to 1048588 or more.',
  RECORD_LIST_TOO_LARGE: 'Set max.message.bytes of the topic to 1048588 or more.',
  INVALID_REPLICATION_FACTOR: 'Set default.replication.factor of the brokers to at most their number.',
  INVALID_TRANSACTION_TIMEOUT: `Set transaction.max.timeout.ms of the brokers to ${transactionMs(TIMEOUT_MS)} or more.`,
  INVALID_CONFIG: 'Make the topic by hand with the settings in docs/operations.md, Kafka.',
  POLICY_VIOLATION: 'Make the topic by hand with the settings in docs/operations.md, Kafka.',
  UNSUPPORTED_VERSION: 'Run brokers of Kafka 2.5 or newer.',
};

/** What an error of the driver means to who publishes. `doing` says at what: `publishing to cairn.datasets.events.v1`. */
export const failureOf = (error: unknown, doing: string, address: string): Failure => {
  if (isFailure(error)) return error;
  const causes = causesOf(error);
  const options = { cause: error };
  const type = causes.map(typeOf).find((name) => name !== undefined && (FENCED.has(name) || name in REFUSED));
  if (type === undefined)
    return new PublisherUnavailable(
      `Kafka at ${address} did not answer well when ${doing}: ${reasonOf(causes)}. ` +
        'It is tried again; check that the brokers run and can be reached.',
      options,
    );
  if (FENCED.has(type))
    return new PublicationFenced(`Kafka at ${address}: another process took over when ${doing}`, options);
  return new PublisherRefused(
    `Kafka at ${address} refuses with ${type} when ${doing}. ${REFUSED[type] ?? ''}`,
    options,
  );
};

const isFailure = (error: unknown): error is Failure =>
  error instanceof PublisherUnavailable ||
  error instanceof PublisherRefused ||
  error instanceof PublicationFenced;

/** The error and what it says it came from, the outermost first. */
const causesOf = (error: unknown): readonly Error[] => {
  if (!(error instanceof Error)) return [];
  const several: readonly unknown[] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  return [error, ...[error.cause, ...several].flatMap(causesOf)];
};

const typeOf = (error: Error): string | undefined => {
  if (error.name === 'KafkaJSSASLAuthenticationError') return 'SASL_AUTHENTICATION_FAILED';
  return 'type' in error && typeof error.type === 'string' ? error.type : undefined;
};

const reasonOf = (causes: readonly Error[]): string =>
  causes.findLast(({ message }) => message !== '')?.message ?? 'without a reason';
