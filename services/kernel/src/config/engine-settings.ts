import { type TProperties, Type } from '@sinclair/typebox';

const address = (pattern: string, description: string, format: { readonly format?: string } = {}) =>
  Type.String({ default: '', pattern: `^(${pattern}|)$`, description, ...format });

/** The engines behind the ports: where none is named, the embedded one is used, in the data folder. */
export const engineSettings = {
  CAIRN_EVENTSTOREDB_URL: address(
    'esdb(\\+discover)?://.+',
    'Event log: connection string of EventStoreDB, `esdb://host:2113?tls=true`. Empty: `log.db` in the data folder. A server with fewer than eight cores needs `DOTNET_ThreadPool_ForceMinWorkerThreads=0x20` in its own environment.',
  ),
  CAIRN_MONGODB_URL: address(
    'mongodb(\\+srv)?://.+',
    'Documents and registers: connection string of a MongoDB replica set, with the database. Empty: files in the data folder.',
  ),
  CAIRN_VAULT_MONGODB_URL: address(
    'mongodb(\\+srv)?://.+',
    'Vault: connection string of MongoDB with a database of its own, backed up apart. Empty: `vault.db` in the data folder.',
  ),
  CAIRN_S3_URL: address(
    'https?://[^/]+/?',
    'Blobs: address of an S3 service. Empty: a folder in the data folder.',
  ),
  CAIRN_S3_REGION: Type.String({ default: 'us-east-1', minLength: 1, description: 'Region of the bucket.' }),
  CAIRN_S3_BUCKET: Type.String({
    default: 'cairn',
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    description: 'Bucket of the blobs; made when it is not there.',
  }),
  CAIRN_S3_ACCESS_KEY: Type.String({
    default: '',
    description:
      'Access key of the S3 service. Empty, with its secret key: the login that the machine gives its programs (a role, a profile, `AWS_…`).',
  }),
  CAIRN_S3_SECRET_KEY: Type.String({ default: '', description: 'Secret key of the S3 service.' }),
  CAIRN_S3_SESSION_TOKEN: Type.String({
    default: '',
    description: 'Session token, where the access key is lent for a time. Empty: none.',
  }),
  CAIRN_S3_PREFIX: Type.String({
    default: '',
    pattern: '^([a-zA-Z0-9._-]+/)*$',
    description: 'What the names of the blobs in the bucket begin with, `cairn/`. Empty: nothing.',
  }),
  CAIRN_S3_PATH_STYLE: Type.Boolean({
    default: true,
    description:
      'Whether the bucket is named in the path, as most servers but Amazon want it, or before the name of the host.',
  }),
  CAIRN_S3_TEMPORARY_DIR: Type.String({
    default: '',
    description:
      'Folder in which uploads wait on their way to S3; it needs room for all that are under way. Empty: the folder for temporary files of the system.',
  }),
  CAIRN_SMTP_URL: address(
    'smtps?://.+',
    'Mail: address of a mail server, `smtp://user:password@host:587`, with `?tlsCAFile=/etc/ssl/own.pem` for a CA of your own. Empty: a folder of `.eml` in the data folder.',
  ),
  CAIRN_KAFKA_BROKERS: address(
    '[^,\\s:]+:\\d+(,[^,\\s:]+:\\d+)*',
    'Kafka brokers that events are published to, `host:port` with commas between. Empty: none.',
    { format: 'brokers' },
  ),
  CAIRN_KAFKA_PREFIX: Type.String({
    default: 'cairn',
    pattern: '^[a-zA-Z0-9._-]{1,100}$',
    description: 'What the names of the topics begin with.',
  }),
  CAIRN_KAFKA_PARTITIONS: Type.Integer({
    default: 12,
    minimum: 1,
    maximum: 1000,
    description:
      'Partitions of each topic; fixed for life, for another number would break the order of keys.',
  }),
  CAIRN_KAFKA_MODE: Type.Union(
    (['binary', 'structured'] as const).map((mode) => Type.Literal(mode)),
    { default: 'binary', description: 'How CloudEvents are written: in headers, or the whole as JSON.' },
  ),
  CAIRN_KAFKA_TLS: Type.Boolean({ default: false, description: 'Speaks TLS with the brokers.' }),
  CAIRN_KAFKA_CERT_FILE: Type.String({
    default: '',
    description: 'PEM file of the certificate by which the brokers know Cairn (mutual TLS). Empty: none.',
  }),
  CAIRN_KAFKA_KEY_FILE: Type.String({ default: '', description: 'PEM file of the key of that certificate.' }),
  CAIRN_KAFKA_SASL: Type.Union(
    (['', 'plain', 'scram-sha-256', 'scram-sha-512'] as const).map((kind) => Type.Literal(kind)),
    { default: '', description: 'How Kafka authenticates. Empty: not at all.' },
  ),
  CAIRN_KAFKA_USER: Type.String({ default: '', description: 'User name at the brokers.' }),
  CAIRN_KAFKA_PASSWORD: Type.String({ default: '', description: 'Password at the brokers.' }),
} as const satisfies TProperties;

/** How the processes of a cluster find each other. */
export const clusterSettings = {
  CAIRN_SERVICE: Type.String({
    default: '',
    description:
      'What runs in this process of a cluster: `gateway`, a service by its name, or `relay` for what publishes to Kafka. Empty: what the program is that was started; of the image, all of Cairn in one process.',
  }),
  CAIRN_SERVICES: Type.String({
    default: '',
    description:
      'For a gateway of its own: where the services are; for a service of its own: where those are that it needs: `identity=http://identity:8080;datasets=http://10.0.0.7:8080 http://10.0.0.8:8080`. A DNS name may stand for many replicas.',
  }),
} as const satisfies TProperties;
