import { join } from 'node:path';
import { freePort } from '@cairn/engines';
import { root, type Variables } from '../running-cairn.js';
import type { EnginesOfCluster, RunningCluster } from './running-cluster.js';
import { addressesIn, metricsIn, NO_RATES, Program } from './program.js';

/** What one has to know of a cluster to join it. */
export interface Joinable extends Pick<RunningCluster, 'baseUrl' | 'processes'> {
  readonly engines: EnginesOfCluster;
}

/** A process beside those of the cluster: of the same program, on the same engines. */
export interface OneMore {
  readonly url: string;
  readonly metricsUrl: string;
  kill(): Promise<unknown>;
}

/** Another relay: it publishes when it leads. */
export const oneMoreRelay = (cairn: Joinable): Promise<OneMore> =>
  started(join(root, 'deploy/services/dist/main.js'), { ...variablesFor(cairn), CAIRN_SERVICE: 'relay' });

/** Another gateway; `variables` may give it other settings, or lead it to an engine by another way than the others go. */
export const oneMoreGateway = async (cairn: Joinable, variables: Variables): Promise<OneMore> =>
  started(join(root, 'deploy/edge/dist/main.js'), {
    ...variablesFor(cairn),
    CAIRN_PORT: String(await freePort()),
    CAIRN_SERVICES: servicesOf(cairn)
      .map((service) => `${service}=${replicasOf(cairn, service).join(' ')}`)
      .join(';'),
    ...NO_RATES,
    ...variables,
  });

const variablesFor = ({ engines, baseUrl }: Joinable): Variables => ({
  ...variablesOf(engines),
  CAIRN_BASE_URL: baseUrl,
  CAIRN_PORT: '0',
  CAIRN_METRICS_PORT: '0',
});

/** How a process of Cairn is told of the engines. */
export const variablesOf = ({ eventstoredb, mongodb, kafka, s3, smtp }: EnginesOfCluster): Variables => ({
  CAIRN_EVENTSTOREDB_URL: eventstoredb.url,
  CAIRN_MONGODB_URL: databaseOf(mongodb.url, 'cairn'),
  CAIRN_VAULT_MONGODB_URL: databaseOf(mongodb.url, 'cairn_vault'),
  CAIRN_KAFKA_BROKERS: kafka.url,
  CAIRN_S3_URL: s3.url,
  CAIRN_S3_ACCESS_KEY: s3.user ?? '',
  CAIRN_S3_SECRET_KEY: s3.password ?? '',
  CAIRN_SMTP_URL: smtp.url,
});

const databaseOf = (text: string, database: string): string => {
  const url = new URL(text);
  url.pathname = `/${database}`;
  return url.href;
};

/** The names of the services, from those of their processes: `datasets-2`. */
const servicesOf = (cairn: Joinable): readonly string[] => {
  const kinds = cairn.processes().map(({ name }) => name.replace(/-\d+$/, ''));
  return [...new Set(kinds)].filter((kind) => kind !== 'gateway' && kind !== 'relay');
};

const replicasOf = (cairn: Joinable, service: string): readonly string[] =>
  cairn
    .processes()
    .filter(({ name }) => name.startsWith(`${service}-`))
    .map(({ url }) => url);

const started = async (main: string, variables: Variables): Promise<OneMore> => {
  const program = new Program(main);
  const said = await program.start(variables);
  return {
    url: addressesIn(said)[0] ?? '',
    metricsUrl: metricsIn(said),
    kill: () => program.end('SIGKILL'),
  };
};
