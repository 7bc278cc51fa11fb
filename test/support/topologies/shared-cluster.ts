import { freePort } from '@cairn/engines';
import type { SharedCairn, Variables } from '../running-cairn.js';
import type { ClusterProcess, EnginesOfCluster, RunningCluster } from './running-cluster.js';
import { patientFetch } from '../patient-fetch.js';
import { ClusterInside } from './cluster-inside.js';
import { inTurn } from './in-turn.js';
import { oneMoreGateway } from './more-processes.js';

/** The variable that tells spec files of a cluster that was started for all of them (`scripts/clusters.mjs`). */
export const SHARED_CLUSTER = 'CAIRN_TEST_SHARED_CLUSTER';

/** What a spec file has to know of it. JSON. */
export interface SharedCluster {
  readonly gateways: readonly string[];
  readonly metricsUrl: string;
  readonly folder: string;
  readonly engines: EnginesOfCluster;
  readonly processes: readonly ClusterProcess[];
}

export const tellingOf = (cairn: RunningCluster): SharedCluster => {
  const { gateways, metricsUrl, folder, engines } = cairn;
  const place = ({ url, user, password, folder: at }: EnginesOfCluster[keyof EnginesOfCluster]) => ({
    url,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(at === undefined ? {} : { folder: at }),
  });
  const places = Object.entries(engines).map(([name, engine]) => [name, place(engine)]);
  return {
    gateways,
    metricsUrl,
    folder,
    engines: Object.fromEntries(places) as EnginesOfCluster,
    processes: cairn.processes(),
  };
};

/** The cluster that was started for several spec files, when there is one. */
export const sharedCluster = async (settings?: Variables): Promise<SharedCairn | undefined> => {
  const text = process.env[SHARED_CLUSTER];
  if (text === undefined) return undefined;
  const told = JSON.parse(text) as SharedCluster;
  return settings === undefined ? toldOf(told) : withGateways(told, settings);
};

/** With two gateways of its own, which have these settings. */
const withGateways = async (told: SharedCluster, settings: Variables): Promise<SharedCairn> => {
  const cairn = toldOf(told);
  const cluster = { ...told, baseUrl: cairn.baseUrl, processes: () => told.processes };
  const own = await Promise.all([
    oneMoreGateway(cluster, settings),
    oneMoreGateway(cluster, { ...settings, CAIRN_PORT: String(await freePort()) }),
  ]);
  const gateways = own.map(({ url }) => url);
  return {
    ...cairn,
    baseUrl: own[0].url,
    gateways,
    metricsUrl: own[0].metricsUrl,
    client: inTurn(() => gateways, patientFetch),
    leave: async () => {
      await Promise.all(own.map((gateway) => gateway.kill()));
      await cairn.leave();
    },
  };
};

/** The cluster as one of those who share it has it. */
const toldOf = ({ gateways, metricsUrl, folder, engines }: SharedCluster): SharedCairn => {
  const inside = new ClusterInside(engines, folder);
  return {
    baseUrl: gateways[0] ?? '',
    gateways,
    metricsUrl,
    folder,
    inside,
    client: inTurn(() => gateways, patientFetch),
    leave: () => inside.close(),
  };
};
