import { choice, flag, keyName, objectName, section, text, whole } from './shapes.js';

/** Without a login in it: that belongs into a Secret. */
const url = (what: string, schemes: string, example: string) =>
  text(
    `Address of ${what} without a login, \`${example}\`. One with a login stands in \`existingSecret\`.`,
    '',
    { pattern: `^(${schemes}://[^@\\s]+)?$` },
  );

const secretOfUrl = (what: string) => ({
  existingSecret: objectName(`Secret whose \`key\` is the address of ${what}, with its login.`),
  key: keyName('Key of that Secret.', 'url'),
});

/** The engines that a cluster runs on. In `embedded` mode those that are named are used instead of the embedded ones. */
export const engines = section('Where the engines are.', {
  allowPlaintext: flag(
    'Whether addresses of this file may name engines without TLS. Addresses in Secrets are the operator’s own.',
    false,
  ),
  eventstoredb: section(
    'EventStoreDB: every event. A server with fewer than eight cores needs `DOTNET_ThreadPool_ForceMinWorkerThreads=0x20` in its own environment (docs/operations.md).',
    {
      url: url('EventStoreDB', 'esdb(\\+discover)?', 'esdb+discover://eventstoredb:2113?tls=true'),
      ...secretOfUrl('EventStoreDB'),
    },
  ),
  mongodb: section('MongoDB, a replica set: documents and registers, which can be made anew.', {
    url: url('MongoDB, with the database', 'mongodb(\\+srv)?', 'mongodb://mongodb:27017/cairn?tls=true'),
    ...secretOfUrl('MongoDB, with the database'),
  }),
  vault: section('MongoDB of the vault: keys of persons, credentials; a database of its own.', {
    url: url('MongoDB', 'mongodb(\\+srv)?', 'mongodb://mongodb:27017/vault?tls=true'),
    ...secretOfUrl('MongoDB, with the database of the vault'),
  }),
  s3: section('S3: files, large payloads of events.', {
    url: text('Address of the S3 service, `https://s3.eu-central-1.amazonaws.com`.', '', {
      pattern: '^(https?://[^/@\\s]+/?)?$',
    }),
    region: text('Region of the bucket.', 'us-east-1', { minLength: 1 }),
    bucket: text('Bucket; made when it is not there.', 'cairn', {
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    }),
    prefix: text('What the names in the bucket begin with, `cairn/`.', '', {
      pattern: '^([a-zA-Z0-9._-]+/)*$',
    }),
    pathStyle: flag('Whether the bucket is named in the path; Amazon names it before the host.', true),
    existingSecret: objectName(
      'Secret with the access key. Without it: the login that the pods are given (IRSA, EKS Pod Identity, `AWS_…`).',
    ),
    accessKeyKey: keyName('Its key with the access key.', 'access-key'),
    secretKeyKey: keyName('Its key with the secret key.', 'secret-key'),
    sessionTokenKey: text('Its key with a session token, where there is one.', '', {
      pattern: '^[-._a-zA-Z0-9]{0,253}$',
    }),
  }),
  kafka: section('Kafka: what other teams read. Without brokers there is no relay.', {
    brokers: text('Brokers, `host:port` with commas between.', '', {
      pattern: '^([^,\\s:@]+:[0-9]{1,5}(,[^,\\s:@]+:[0-9]{1,5})*)?$',
    }),
    prefix: text('What the names of topics begin with.', 'cairn', { pattern: '^[a-zA-Z0-9._-]{1,100}$' }),
    partitions: whole('Partitions of each topic; fixed for life.', 12, 1, 1000),
    mode: choice('How CloudEvents are written.', ['binary', 'structured'], 'binary'),
    tls: flag('Speaks TLS with the brokers; false needs `engines.allowPlaintext`.', true),
    sasl: choice('How Kafka authenticates.', ['', 'plain', 'scram-sha-256', 'scram-sha-512'], ''),
    existingSecret: objectName('Secret with user and password, where `sasl` is set.'),
    userKey: keyName('Its key with the user.', 'user'),
    passwordKey: keyName('Its key with the password.', 'password'),
    clientCertificate: section('The certificate by which brokers know Cairn (mutual TLS).', {
      existingSecret: objectName('Secret of the type kubernetes.io/tls.'),
      certificateKey: keyName('Its key with the certificate.', 'tls.crt'),
      privateKeyKey: keyName('Its key with the private key.', 'tls.key'),
    }),
  }),
  smtp: section('A mail server.', {
    url: url('the mail server', 'smtps?', 'smtps://mail:465'),
    ...secretOfUrl('the mail server'),
  }),
});
