import {
  type DatasetJobEvent,
  datasetJobStreamEvents,
  type DatasetVersionEvent,
  datasetVersionStreamEvents,
} from '@cairn/contracts';
import { timestamp, type TimerRules } from '@cairn/kernel';

const { DatasetVersionCreated, DatasetVersionCompleted, DatasetVersionDeleted } = datasetVersionStreamEvents;
const { DatasetJobRequested } = datasetJobStreamEvents;

/** Much longer than a request for a copy may take. */
export const WITHOUT_JOB_MS = 60 * 60 * 1000;

const timerId = (versionId: string): string => `copy:${versionId}`;

/**
 * A copy is asked for by two events: the version, which nobody sees yet, then the job that fills it. A version that has no
 * job an hour later never gets one: it is discarded.
 */
export const copyTimer: TimerRules = {
  version: 1,
  events: [DatasetVersionCreated, DatasetVersionCompleted, DatasetVersionDeleted, DatasetJobRequested],
  set: (event, { id, at }) => {
    const { type, data } = event as DatasetVersionEvent | DatasetJobEvent;
    if (type !== 'DatasetVersionCreated' || data.complete) return [];
    const input = { dataset_id: data.dataset_id, version_id: id };
    const due = timestamp(Date.parse(at) + WITHOUT_JOB_MS);
    return [{ id: timerId(id), due, command: 'datasets.discardVersion', input }];
  },
  stop: (event, { id }) => {
    const { type, data } = event as DatasetVersionEvent | DatasetJobEvent;
    if (type === 'DatasetVersionCreated') return [];
    return [timerId(type === 'DatasetJobRequested' ? data.version_id : id)];
  },
};
