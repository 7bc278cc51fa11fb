/** The engines that have an image; mails go to our own sink everywhere, so that tests find them in a folder. */
export type ImageName = 'eventstoredb' | 'mongodb' | 'kafka' | 's3';

/** Pinned; `deploy/compose/engines.yaml` has the same. */
export const IMAGES: Readonly<Record<ImageName, string>> = {
  eventstoredb: 'eventstore/eventstore:24.6.0-jammy',
  mongodb: 'mongo:8.0.17',
  kafka: 'apache/kafka:3.9.1',
  s3: 'versity/versitygw:v1.7.0',
};

/** What answers, by its own name. */
export const PRODUCTS: Readonly<Record<ImageName, string>> = {
  eventstoredb: 'EventStoreDB 24.6.0',
  mongodb: 'MongoDB 8.0.17',
  kafka: 'Apache Kafka 3.9.1',
  s3: 'versitygw 1.7.0',
};
