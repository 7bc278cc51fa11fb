import {
  type DatasetEvent,
  datasetStreamEvents,
  type DatasetVersionEvent,
  datasetVersionStreamEvents,
} from '@cairn/contracts';
import type { Timer, TimerRules } from '@cairn/kernel';

const { DatasetDeleted, DatasetRestored, DatasetPurged } = datasetStreamEvents;
const { DatasetVersionDeleted, DatasetVersionRestored, DatasetVersionPurged } = datasetVersionStreamEvents;

const timerId = (id: string): string => `purge:${id}`;

/**
 * 30 days after its deletion a dataset or a version is purged (law 6). The event that deleted it names the time; a version
 * whose deletion named none stays.
 */
export const purgeTimer: TimerRules = {
  events: [
    DatasetDeleted,
    DatasetRestored,
    DatasetPurged,
    DatasetVersionDeleted,
    DatasetVersionRestored,
    DatasetVersionPurged,
  ],
  set: (event, { id }) => set(event as DatasetEvent | DatasetVersionEvent, id),
  stop: ({ type }, { id }) => (isDeletion(type) ? [] : [timerId(id)]),
};

const isDeletion = (type: string): boolean => type === 'DatasetDeleted' || type === 'DatasetVersionDeleted';

const set = ({ type, data }: DatasetEvent | DatasetVersionEvent, id: string): readonly Timer[] => {
  if (type === 'DatasetDeleted')
    return [
      {
        id: timerId(id),
        due: data.purge_at,
        command: 'datasets.purgeDataset',
        input: { dataset_id: id },
      },
    ];
  if (type === 'DatasetVersionDeleted' && data.purge_at !== undefined)
    return [
      {
        id: timerId(id),
        due: data.purge_at,
        command: 'datasets.purgeVersion',
        input: { version_id: id },
      },
    ];
  return [];
};
