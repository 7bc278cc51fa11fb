import { randomBytes } from 'node:crypto';
import { BROKER_SETTINGS } from '../local/kafka/server-properties.js';
import { newClusterId } from '../local/kafka/cluster-id.js';
import type { ImageName } from './images.js';

/** Where a container is reached from here. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** How a container is made: plain data. */
export interface ContainerPlan {
  /** It listens there inside. */
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  /** Ready when a GET of the path on its port answers 2xx, or the shell command in it ends with 0. */
  readonly ready: { readonly path: string } | { readonly shell: string };
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
}

const eventstoredb = ({ host, port }: HostPort): ContainerPlan => ({
  port: 2113,
  environment: {
    EVENTSTORE_INSECURE: 'true',
    EVENTSTORE_CLUSTER_SIZE: '1',
    EVENTSTORE_RUN_PROJECTIONS: 'None',
    // Threads for reads that block one, also where there are few cores. .NET reads it as a hexadecimal number: 32.
    DOTNET_ThreadPool_ForceMinWorkerThreads: '0x20',
  },
  ready: { path: '/health/live' },
  url: `esdb://${host}:${port}?tls=false`,
});

/** A replica set of one member, made by whoever asks first whether it is ready. */
const BECOME_PRIMARY = `mongosh --quiet --eval '
  try { rs.status() }
  catch { rs.initiate({ _id: "cairn", members: [{ _id: 0, host: "localhost:27017" }] }) };
  quit(db.hello().isWritablePrimary ? 0 : 1)'`;

const mongodb = ({ host, port }: HostPort): ContainerPlan => ({
  port: 27017,
  environment: {},
  command: ['--replSet', 'cairn', '--bind_ip_all'],
  ready: { shell: BECOME_PRIMARY },
  url: `mongodb://${host}:${port}/?directConnection=true`,
});

/** It speaks to itself on a listener of its own: the address for its users may not lead to it from inside. */
const kafka = ({ host, port }: HostPort): ContainerPlan => ({
  port: 9092,
  environment: {
    CLUSTER_ID: newClusterId(),
    ...asVariables({
      ...BROKER_SETTINGS,
      'process.roles': 'broker,controller',
      'node.id': '1',
      'controller.quorum.voters': '1@localhost:9094',
      'controller.listener.names': 'CONTROLLER',
      listeners: 'PLAINTEXT://:9092,INTERNAL://localhost:9093,CONTROLLER://localhost:9094',
      'advertised.listeners': `PLAINTEXT://${host}:${port},INTERNAL://localhost:9093`,
      'inter.broker.listener.name': 'INTERNAL',
      'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,INTERNAL:PLAINTEXT',
    }),
  },
  ready: { shell: '/opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server localhost:9093' },
  url: `${host}:${port}`,
});

/** `log.retention.ms` as the image reads it: `KAFKA_LOG_RETENTION_MS`. */
const asVariables = (settings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `KAFKA_${name.replaceAll('.', '_').toUpperCase()}`,
      value,
    ]),
  );

const SERVE_FOLDER =
  'mkdir -p /s3/data /s3/versions /s3/users && exec /usr/local/bin/versitygw --port :7070 --region us-east-1 --quiet' +
  ' --keep-alive --health /health --iam-dir /s3/users posix --concurrency 1 --versioning-dir /s3/versions /s3/data';

const s3 = ({ host, port }: HostPort): ContainerPlan => {
  const [user, password] = ['cairn', randomBytes(16).toString('hex')];
  return {
    port: 7070,
    environment: { ROOT_ACCESS_KEY: user, ROOT_SECRET_KEY: password },
    entrypoint: ['/bin/sh', '-c'],
    command: [SERVE_FOLDER],
    ready: { path: '/health' },
    url: `http://${host}:${port}`,
    user,
    password,
  };
};

export const containerPlans: Readonly<Record<ImageName, (at: HostPort) => ContainerPlan>> = {
  eventstoredb,
  mongodb,
  kafka,
  s3,
};
