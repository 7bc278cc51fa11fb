import { datasetItemStreamEvents } from '@cairn/contracts';
import { type JobLease, type ServiceTools, SlicedAppends } from '@cairn/kernel';
import { dataset } from '../domain/dataset/state.js';
import type { KnownJob } from '../domain/job/state.js';
import { datasetItem } from '../domain/item/state.js';
import type { ItemCreatedEvent } from '../domain/item/item-created-event.js';
import type { JobRoom } from './job-room.js';

/** So many items are appended at once: a few milliseconds of work. */
export const SLICE_ITEMS = 200;

export type ItemAppends = SlicedAppends<ItemCreatedEvent>;

/** Appends new items of a job's dataset. `append` throws `JobRefused` when the owner has no room for those that are not there. */
export const itemAppends = (
  tools: Pick<ServiceTools, 'log' | 'streams' | 'reached' | 'clock'>,
  job: KnownJob,
  lease: JobLease,
  commandName: string,
  room: JobRoom,
): ItemAppends => {
  const appends: ItemAppends = new SlicedAppends<ItemCreatedEvent>(tools, job, lease, {
    aggregate: datasetItem,
    begins: datasetItemStreamEvents.ItemCreated,
    commandName,
    organization: async () => {
      const { state } = await tools.streams.current(dataset, job.dataset_id);
      return state.status === 'none' ? null : state.organization_id;
    },
    admit: (items) => room.forItems(items, () => appends.settled()),
  });
  return appends;
};
