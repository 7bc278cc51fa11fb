import { accountRoomsOf } from '@cairn/assets';
import { datasetsService, datasetUsage } from '@cairn/datasets';
import { graphsService, graphUsage } from '@cairn/graphs';
import { identityService, quotasOfStreams, requestersFrom, rightsFrom } from '@cairn/identity';
import {
  type AccountRooms,
  blobCollection,
  type Clock,
  type Documents,
  type Quotas,
  type QuotasInForce,
  type Rights,
  type Service,
  type Streams,
} from '@cairn/kernel';
import { modelsService } from '@cairn/models';
import { workflowsService, workflowUsage } from '@cairn/workflows';
import { refuseUndeclaredCategories } from './declared-categories.js';
import { refuseSharedKeys } from './stream-keys.js';

/** Blobs are of all services, and one replica of one service collects them. */
const collectingBlobs = (service: Service): Service => ({
  ...service,
  work: (tools) => [...(service.work?.(tools) ?? []), blobCollection(tools)],
});

/**
 * Every service of a Cairn, in the order of their start. All that runs, publishes, plans or serves them derives from this
 * list: the one-machine host, the gateway, the relay, the cluster, the processes.
 */
export const allServices: readonly Service[] = [
  identityService,
  collectingBlobs(datasetsService),
  modelsService,
  workflowsService,
  graphsService,
];

/** For whom the work of any of them goes on. */
export const requesters = requestersFrom;

/** What people hold in groups, for all of them. */
export const rights = (streams: Streams, clock: Clock): Rights => rightsFrom(streams, clock);

/** What accounts and organizations may hold, for all of them. */
export const quotasInForce = (streams: Streams, configured: Quotas): QuotasInForce =>
  quotasOfStreams(streams, configured);

/** What accounts and organizations have left for uploads. */
export const accountRooms = (documents: Documents, quotas: QuotasInForce): AccountRooms =>
  accountRoomsOf([datasetUsage, workflowUsage, graphUsage], documents, quotas);

refuseUndeclaredCategories(allServices);
refuseSharedKeys(allServices);
