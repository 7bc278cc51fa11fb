import type { SharedCairn } from '../running-cairn.js';
import type { EnginesOfCluster, RunningCluster } from './cluster.js';
import { patientFetch } from '../patient-fetch.js';
import { ClusterInside } from './cluster-inside.js';
import { inTurn } from './in-turn.js';

/** The variable that tells spec files of a cluster that was started for all of them (`scripts/shared-cluster.mjs`). */
export const SHARED_CLUSTER = 'CAIRN_TEST_SHARED_CLUSTER';

/** What a spec file has to know of it. JSON. */
export interface SharedCluster {
  readonly gateways: readonly string[];
  readonly metricsUrl: string;
  readonly folder: string;
  readonly engines: EnginesOfCluster;
}

export const tellingOf = ({ gateways, metricsUrl, folder, engines }: RunningCluster): SharedCluster => {
  const place = ({ url, user, password, folder: at }: EnginesOfCluster[keyof EnginesOfCluster]) => ({
    url,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(at === undefined ? {} : { folder: at }),
  });
  const places = Object.entries(engines).map(([name, engine]) => [name, place(engine)]);
  return { gateways, metricsUrl, folder, engines: Object.fromEntries(places) as EnginesOfCluster };
};

/** The cluster as one of those who share it has it. */
export const toldOf = ({ gateways, metricsUrl, folder, engines }: SharedCluster): SharedCairn => {
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
