import { type DatasetEvent, datasetStreamEvents } from '@cairn/contracts';
import type { TimerRules } from '@cairn/kernel';

const { DatasetDeleted, DatasetRestored, DatasetPurged } = datasetStreamEvents;

const timerId = (datasetId: string): string => `purge:${datasetId}`;

/** 30 days after its deletion a dataset is purged (law 6). The event that deleted it names the time. */
export const purgeTimer: TimerRules = {
  events: [DatasetDeleted, DatasetRestored, DatasetPurged],
  set: (event, { id }) => {
    const { type, data } = event as DatasetEvent;
    if (type !== 'DatasetDeleted') return [];
    return [
      {
        id: timerId(id),
        due: data.purge_at,
        command: 'datasets.purgeDataset',
        input: { dataset_id: id },
      },
    ];
  },
  stop: ({ type }, { id }) => (type === 'DatasetDeleted' ? [] : [timerId(id)]),
};
