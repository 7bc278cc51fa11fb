import type {
  DatasetItemEvent,
  DatasetVersionEvent,
  PostProcessorEvent,
  PostProcessorJobEvent,
} from '@cairn/contracts';

/** What happens in a dataset, beside what happens to all assets. */
export type InDatasetEvent =
  | DatasetVersionEvent
  | DatasetItemEvent
  | PostProcessorEvent
  | PostProcessorJobEvent;

/** These delete, or bring what was begun to its end. */
const ENDING: ReadonlySet<InDatasetEvent['type']> = new Set([
  'DatasetVersionDeleted',
  'DatasetVersionCompleted',
  'SplitDeleted',
  'LabelDeleted',
  'ItemDeleted',
  'DatasetPostProcessorDeleted',
  'DatasetPostProcessorStopped',
  'ItemProcessed',
  'PostProcessorJobStarted',
  'PostProcessorJobDeferred',
  'PostProcessorJobCompleted',
  'PostProcessorJobFailed',
]);

/** Whether an event in a dataset is appended however much is stored: it deletes or takes away, or ends what was begun. */
export const goesOn = (event: InDatasetEvent): boolean => {
  switch (event.type) {
    case 'ItemSplitsChanged':
      return event.data.added.length === 0;
    case 'ItemAnnotated':
      return event.data.added.length + event.data.changed.length === 0;
    default:
      return ENDING.has(event.type);
  }
};
