import { join } from 'node:path';
import { freePort } from '@cairn/engines';
import { root } from '../../support/running-cairn.js';
import { type RunningCluster, variablesOf } from '../../support/topologies/cluster.js';
import { addressesIn, metricsIn, Program } from '../../support/topologies/program.js';

type Variables = Readonly<Record<string, string>>;

/** A process beside those of the cluster: of the same program, on the same engines. */
export interface OneMore {
  readonly url: string;
  readonly metricsUrl: string;
  kill(): Promise<unknown>;
}

/** Another relay: it publishes when it leads. */
export const oneMoreRelay = (cairn: RunningCluster): Promise<OneMore> =>
  started(join(root, 'deploy/cluster/dist/relay-main.js'), variablesFor(cairn));

/** Another gateway; `variables` may lead it to an engine by another way than the others go. */
export const oneMoreGateway = async (cairn: RunningCluster, variables: Variables): Promise<OneMore> =>
  started(join(root, 'deploy/edge/dist/main.js'), {
    ...variablesFor(cairn),
    CAIRN_PORT: String(await freePort()),
    CAIRN_SERVICES: ['identity', 'datasets']
      .map((service) => `${service}=${replicasOf(cairn, service).join(' ')}`)
      .join(';'),
    CAIRN_RATE_ANONYMOUS: '0',
    ...variables,
  });

const variablesFor = ({ engines, baseUrl }: RunningCluster): Variables => ({
  ...variablesOf(engines),
  CAIRN_BASE_URL: baseUrl,
  CAIRN_PORT: '0',
  CAIRN_METRICS_PORT: '0',
});

const replicasOf = (cairn: RunningCluster, service: string): readonly string[] =>
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
